// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;

/** Small numbers in few bytes: seven bits each, lowest first; the top bit says that more follow. */
final class Varint {

    private Varint() {}

    static void write(int value, DataOutputSerializer out) throws IOException {
        int rest = value;
        while (rest >= 0x80) {
            out.writeByte(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }

    static int read(DataInputDeserializer in) throws IOException {
        int value = 0;
        for (int shift = 0; shift < 32; shift += 7) {
            int b = in.readUnsignedByte();
            value |= (b & 0x7f) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new IOException("a length has more than five bytes");
    }
}
