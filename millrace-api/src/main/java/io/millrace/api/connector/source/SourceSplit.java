// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;

/** A part of the input that one reader reads. */
@Public
public interface SourceSplit {

    /** Unique within the source. */
    String splitId();
}
