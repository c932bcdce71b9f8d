// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.spi.types.OnlyReads;
import java.io.IOException;

/**
 * Reads over values of a POJO or record whose class is gone, together with the field that held
 * them, and gives null for each.
 */
final class GonePojo<T> extends OnlyReads<T> {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final TypeSerializer<?>[] fields;
    private final boolean[] nullable;

    GonePojo(String name, TypeSerializer<?>[] fields, boolean[] nullable) {
        this.name = name;
        this.fields = fields.clone();
        this.nullable = nullable.clone();
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        int kind = source.readByte();
        if (kind == PojoSerializer.NULL) {
            return null;
        } else if (kind != PojoSerializer.EXACT) {
            throw new IOException(
                    "a value was written as a subclass of "
                            + name
                            + ", which is gone: of subclasses a checkpoint remembers too little to"
                            + " leave them out. Keep the classes until the field has been left out"
                            + " of a snapshot");
        }
        int bits = 0;
        for (boolean each : nullable) {
            bits += each ? 1 : 0;
        }
        byte[] nulls = new byte[(bits + 7) / 8];
        source.readFully(nulls);
        int bit = 0;
        for (int i = 0; i < fields.length; i++) {
            boolean isNull = nullable[i] && (nulls[bit / 8] >> (bit++ % 8) & 1) != 0;
            if (!isNull) {
                fields[i].deserialize(source);
            }
        }
        return null;
    }
}
