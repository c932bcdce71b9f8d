// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.runtime.RowSerializer;
import io.millrace.types.Row;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A {@link Row}, the types of its fields, and their names: f0, f1 and so on unless given. */
@PublicEvolving
public class RowTypeInfo extends TupleTypeInfoBase<Row> {

    private static final long serialVersionUID = 9158518989896601963L;

    protected final String[] fieldNames;

    /** With fields f0, f1 and so on. */
    public RowTypeInfo(TypeInformation<?>... types) {
        this(types, IntStream.range(0, types.length).mapToObj(i -> "f" + i).toArray(String[]::new));
    }

    /**
     * With fields of these names.
     *
     * @throws IllegalArgumentException when there are more or fewer names than types, or one twice
     */
    public RowTypeInfo(TypeInformation<?>[] types, String[] fieldNames) {
        super(Row.class, types);
        if (types.length != fieldNames.length) {
            throw new IllegalArgumentException(
                    "A row of "
                            + types.length
                            + " fields can't have "
                            + fieldNames.length
                            + " names.");
        }
        if (new HashSet<>(Arrays.asList(fieldNames)).size() < fieldNames.length) {
            throw new IllegalArgumentException(
                    "The names of a row's fields must differ, but are "
                            + Arrays.toString(fieldNames));
        }
        this.fieldNames = fieldNames.clone();
    }

    @Override
    public String[] getFieldNames() {
        return fieldNames.clone();
    }

    @Override
    public int getFieldIndex(String fieldName) {
        return Arrays.asList(fieldNames).indexOf(fieldName);
    }

    @Override
    public TypeSerializer<Row> createSerializer(SerializerConfig config) {
        LinkedHashMap<String, Integer> positions = new LinkedHashMap<>();
        for (String name : fieldNames) {
            positions.put(name, positions.size());
        }
        return new RowSerializer(fieldSerializers(config), positions);
    }

    private TypeSerializer<?>[] fieldSerializers(SerializerConfig config) {
        return Arrays.stream(types)
                .map(type -> type.createSerializer(config))
                .toArray(TypeSerializer<?>[]::new);
    }

    @Override
    public TypeSerializer<Row> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof RowTypeInfo;
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode();
    }

    /** Rows are the same type when their fields are, whatever these are called. */
    @Override
    public boolean equals(Object obj) {
        return obj instanceof RowTypeInfo other && other.canEqual(this) && super.equals(other);
    }

    @Override
    public String toString() {
        return types.length == 0
                ? "Row"
                : IntStream.range(0, types.length)
                        .mapToObj(i -> fieldNames[i] + ": " + types[i])
                        .collect(Collectors.joining(", ", "Row(", ")"));
    }

    /** The serializer that does not write of which kind a row is. */
    @Deprecated
    public TypeSerializer<Row> createLegacySerializer(SerializerConfig config) {
        return new RowSerializer(fieldSerializers(config), null, false);
    }

    /** Whether the other is a row with the same fields and the same names. */
    public boolean schemaEquals(Object obj) {
        return equals(obj) && Arrays.equals(fieldNames, ((RowTypeInfo) obj).fieldNames);
    }

    /** The row of the fields at these positions. */
    public static RowTypeInfo projectFields(RowTypeInfo rowType, int[] fieldMapping) {
        TypeInformation<?>[] types = new TypeInformation<?>[fieldMapping.length];
        String[] names = new String[fieldMapping.length];
        for (int i = 0; i < fieldMapping.length; i++) {
            types[i] = rowType.getTypeAt(fieldMapping[i]);
            names[i] = rowType.fieldNames[fieldMapping[i]];
        }
        return new RowTypeInfo(types, names);
    }
}
