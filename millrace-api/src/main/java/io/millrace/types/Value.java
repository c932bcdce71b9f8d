// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.io.IOReadableWritable;
import java.io.Serializable;

/** A value that writes and reads itself; needs a public constructor without arguments. */
@Public
public interface Value extends IOReadableWritable, Serializable {}
