// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.Public;
import java.io.Serializable;

/** One part of an input that can be read by itself. */
@Public
public interface InputSplit extends Serializable {

    /** Which part, counted from 0. */
    int getSplitNumber();
}
