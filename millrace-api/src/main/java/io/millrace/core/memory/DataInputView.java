// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.memory;

import io.millrace.annotation.Public;
import java.io.DataInput;
import java.io.IOException;

/** A place to read serialized values from. Not thread-safe. */
@Public
public interface DataInputView extends DataInput {

    /**
     * Skips exactly that many bytes.
     *
     * @throws java.io.EOFException if there are fewer
     */
    void skipBytesToRead(int numBytes) throws IOException;

    /**
     * Reads up to that many bytes; fewer only at the end of the input.
     *
     * @return how many were read, or -1 if none was left
     */
    int read(byte[] b, int off, int len) throws IOException;

    /** Like {@link #read(byte[], int, int)} for the whole array. */
    int read(byte[] b) throws IOException;
}
