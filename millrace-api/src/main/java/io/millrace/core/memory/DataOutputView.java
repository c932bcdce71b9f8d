// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.memory;

import io.millrace.annotation.Public;
import java.io.DataOutput;
import java.io.IOException;

/** A place to write serialized values to. Not thread-safe. */
@Public
public interface DataOutputView extends DataOutput {

    /** Advances by that many bytes, whose content is left to the implementation. */
    void skipBytesToWrite(int numBytes) throws IOException;

    /**
     * Copies bytes from an input to here.
     *
     * @throws java.io.EOFException if the input ends before
     */
    void write(DataInputView source, int numBytes) throws IOException;
}
