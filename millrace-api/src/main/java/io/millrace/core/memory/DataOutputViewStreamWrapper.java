// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.memory;

import io.millrace.annotation.PublicEvolving;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Writes serialized values to a stream, which is flushed and closed with this. */
@PublicEvolving
public class DataOutputViewStreamWrapper extends DataOutputStream implements DataOutputView {

    private static final int CHUNK = 4096;

    private byte[] chunk;

    /** Writes to that stream; buffer it first if its writes are dear. */
    public DataOutputViewStreamWrapper(OutputStream out) {
        super(out);
    }

    @Override
    public void skipBytesToWrite(int numBytes) throws IOException {
        byte[] zeros = new byte[Math.min(numBytes, CHUNK)];
        for (int left = numBytes; left > 0; left -= zeros.length) {
            write(zeros, 0, Math.min(left, zeros.length));
        }
    }

    @Override
    public void write(DataInputView source, int numBytes) throws IOException {
        if (chunk == null) {
            chunk = new byte[CHUNK];
        }
        int left = numBytes;
        while (left > 0) {
            int now = Math.min(left, CHUNK);
            source.readFully(chunk, 0, now);
            write(chunk, 0, now);
            left -= now;
        }
    }
}
