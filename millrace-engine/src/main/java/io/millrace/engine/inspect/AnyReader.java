// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.BooleanSerializer;
import io.millrace.api.common.typeutils.base.ByteSerializer;
import io.millrace.api.common.typeutils.base.CharSerializer;
import io.millrace.api.common.typeutils.base.DoubleSerializer;
import io.millrace.api.common.typeutils.base.FloatSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.ShortSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads values that say themselves what they are, as {@link
 * io.millrace.spi.types.RuntimeTypeSerializer} writes them. Only those of a class need that class.
 */
final class AnyReader extends ValueReader {

    private static final int TUPLE = 32;
    private static final int NAMED = 64;
    private static final int KRYO = 65;

    private static final List<TypeSerializer<?>> BASIC =
            List.of(
                    StringSerializer.INSTANCE,
                    LongSerializer.INSTANCE,
                    IntSerializer.INSTANCE,
                    DoubleSerializer.INSTANCE,
                    BooleanSerializer.INSTANCE,
                    FloatSerializer.INSTANCE,
                    ShortSerializer.INSTANCE,
                    ByteSerializer.INSTANCE,
                    CharSerializer.INSTANCE);

    private final ClassReaders classes;

    AnyReader(ClassReaders classes) {
        this.classes = classes;
    }

    @Override
    Object read(DataInputDeserializer in) throws IOException {
        int tag = in.readByte();
        if (tag == 0) {
            return null;
        } else if (tag > 0 && tag <= BASIC.size()) {
            return BASIC.get(tag - 1).deserialize(in);
        } else if (tag == NAMED) {
            return classes.ofClass(in.readUTF()).read(in);
        } else if (tag == KRYO) {
            return classes.ofKryo(Object.class.getName()).read(in);
        } else if (tag >= TUPLE && tag < NAMED) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (int i = 0; i < tag - TUPLE; i++) {
                values.put("f" + i, read(in));
            }
            return new Shown.Fields("Tuple" + (tag - TUPLE), values);
        }
        throw new IOException("the bytes are not a value of any class: they begin with " + tag);
    }
}
