// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import io.millrace.connector.file.src.util.CheckpointedPosition;
import java.io.Closeable;
import java.io.IOException;

/** The lines of a stream, one after the other. */
interface Lines extends Closeable {

    /** The next line without what ends it, or null at the end. */
    String next() throws IOException;

    /**
     * Where the next line begins, or {@link CheckpointedPosition#NO_OFFSET} if that is not known.
     */
    long offset();
}
