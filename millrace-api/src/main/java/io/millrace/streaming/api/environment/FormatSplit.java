// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.api.connector.source.SourceSplit;
import io.millrace.core.io.InputSplit;
import java.io.Serializable;

/**
 * A part of an input format's input, and how far it was read.
 *
 * @param position where to go on, from a format that can say so; else null
 * @param emitted how many records to pass over, of a format that can't
 */
record FormatSplit(String splitId, InputSplit split, Serializable position, long emitted)
        implements SourceSplit, Serializable {

    private static final long serialVersionUID = 1L;

    FormatSplit(String splitId, InputSplit split) {
        this(splitId, split, null, 0);
    }
}
