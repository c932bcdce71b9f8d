// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base.array;

import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** What the serializers of arrays share. */
final class PrimitiveArrays {

    private static final int CHUNK = 1 << 20;

    private PrimitiveArrays() {}

    /** Reads an array's length; a negative one is a sign that the bytes are not such an array. */
    static int readLength(DataInputView source) throws IOException {
        int length = source.readInt();
        if (length < 0) {
            throw new IOException(
                    "the bytes are not an array: its length would be " + length + " elements");
        }
        return length;
    }

    /** Copies more bytes than an int counts. */
    static void copyBytes(DataInputView source, DataOutputView target, long bytes)
            throws IOException {
        long left = bytes;
        while (left > 0) {
            int now = (int) Math.min(left, CHUNK);
            target.write(source, now);
            left -= now;
        }
    }
}
