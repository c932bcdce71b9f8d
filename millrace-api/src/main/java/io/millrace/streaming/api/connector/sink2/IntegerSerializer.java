// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Internal;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Integers as committables: four bytes. */
@Internal
public class IntegerSerializer implements SimpleVersionedSerializer<Integer> {

    public IntegerSerializer() {}

    @Override
    public int getVersion() {
        return 1;
    }

    @Override
    public byte[] serialize(Integer number) throws IOException {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    @Override
    public Integer deserialize(int version, byte[] serialized) throws IOException {
        if (version != getVersion() || serialized.length != Integer.BYTES) {
            throw new IOException(
                    "Not an integer of version 1: version "
                            + version
                            + ", "
                            + serialized.length
                            + " bytes");
        }
        return ByteBuffer.wrap(serialized).getInt();
    }
}
