// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.core.memory.DataInputDeserializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads POJOs and records by what the checkpoint remembers of their class. Of subclasses that were
 * not registered it remembers only the name: their values need the class itself.
 */
final class PojoReader extends ValueReader {

    private static final int NULL = 0;
    private static final int EXACT = 1;
    private static final int NAMED = 2;
    private static final int REGISTERED = 3;

    /** A field as it lies in the bytes. */
    record FieldForm(String name, boolean nullable, ValueReader reader) {}

    private final String type;
    private final List<FieldForm> fields;
    private final List<ValueReader> registered;
    private final Function<String, ValueReader> ofClass;
    private final Map<String, ValueReader> subclasses = new LinkedHashMap<>();
    private final int nullBytes;

    /**
     * @param registered read registered subclasses, by their numbers
     * @param ofClass reads values of a class that is named in the bytes
     */
    PojoReader(
            String type,
            List<FieldForm> fields,
            List<ValueReader> registered,
            Function<String, ValueReader> ofClass) {
        this.type = type;
        this.fields = List.copyOf(fields);
        this.registered = List.copyOf(registered);
        this.ofClass = ofClass;
        int bits = 0;
        for (FieldForm field : fields) {
            bits += field.nullable ? 1 : 0;
        }
        this.nullBytes = (bits + 7) / 8;
    }

    @Override
    Object read(DataInputDeserializer in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case NULL -> null;
            case EXACT -> fields(in);
            case NAMED -> subclass(in.readUTF()).read(in);
            case REGISTERED -> numbered(in.readShort()).read(in);
            default ->
                    throw new IOException(
                            "the bytes are not a value of " + type + ": they begin with " + kind);
        };
    }

    private ValueReader subclass(String name) {
        return subclasses.computeIfAbsent(name, ofClass);
    }

    private ValueReader numbered(int number) throws IOException {
        if (number < 0 || number >= registered.size()) {
            throw new IOException(
                    "the bytes name registered subclass number " + number + " of " + type);
        }
        return registered.get(number);
    }

    private Shown.Fields fields(DataInputDeserializer in) throws IOException {
        byte[] nulls = new byte[nullBytes];
        in.readFully(nulls);
        int bit = 0;
        Map<String, Object> values = new LinkedHashMap<>();
        for (FieldForm field : fields) {
            boolean isNull = false;
            if (field.nullable) {
                isNull = (nulls[bit >> 3] >> (bit & 7) & 1) != 0;
                bit++;
            }
            values.put(field.name, isNull ? null : field.reader.read(in));
        }
        return new Shown.Fields(type, values);
    }

    @Override
    List<String> parts() {
        List<String> names = new ArrayList<>();
        fields.forEach(field -> names.add(field.name));
        return names;
    }
}
