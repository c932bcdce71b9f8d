// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.memory;

import io.millrace.annotation.PublicEvolving;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads serialized values from a stream, which is closed with this. */
@PublicEvolving
public class DataInputViewStreamWrapper extends DataInputStream implements DataInputView {

    /** Reads from that stream; buffer it first if its reads are dear. */
    public DataInputViewStreamWrapper(InputStream in) {
        super(in);
    }

    @Override
    public void skipBytesToRead(int numBytes) throws IOException {
        try {
            in.skipNBytes(numBytes);
        } catch (EOFException e) {
            EOFException told =
                    new EOFException("the stream ended before " + numBytes + " bytes were skipped");
            told.initCause(e);
            throw told;
        }
    }
}
