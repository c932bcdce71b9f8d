// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.Row;
import io.millrace.types.RowKind;
import io.millrace.types.RowUtils;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Objects;

/**
 * The serializer of rows: bits, the lowest first in each byte, that say of which kind the row is
 * (two of them) and which fields are null; then the fields that are not. With names for the
 * positions it takes rows with names too.
 */
@Internal
public final class RowSerializer extends TypeSerializer<Row> {

    private static final long serialVersionUID = 1L;

    /** How many bits the kind takes. */
    public static final int ROW_KIND_OFFSET = 2;

    private final TypeSerializer<?>[] fieldSerializers;
    private final LinkedHashMap<String, Integer> positionByName;
    private final boolean supportsRowKind;

    /** For rows without names. */
    public RowSerializer(TypeSerializer<?>[] fieldSerializers) {
        this(fieldSerializers, null);
    }

    /**
     * With names for the positions.
     *
     * @param positionByName null for none
     */
    public RowSerializer(
            TypeSerializer<?>[] fieldSerializers, LinkedHashMap<String, Integer> positionByName) {
        this(fieldSerializers, positionByName, true);
    }

    /**
     * With names for the positions.
     *
     * @param positionByName null for none
     * @param supportsRowKind whether the kind is written; else every row that is read is an insert
     */
    public RowSerializer(
            TypeSerializer<?>[] fieldSerializers,
            LinkedHashMap<String, Integer> positionByName,
            boolean supportsRowKind) {
        this.fieldSerializers = fieldSerializers.clone();
        this.positionByName = positionByName;
        this.supportsRowKind = supportsRowKind;
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<Row> duplicate() {
        TypeSerializer<?>[] duplicates = new TypeSerializer<?>[fieldSerializers.length];
        Arrays.setAll(duplicates, i -> fieldSerializers[i].duplicate());
        return new RowSerializer(duplicates, positionByName, supportsRowKind);
    }

    @Override
    public Row createInstance() {
        return row(RowKind.INSERT, new Object[fieldSerializers.length]);
    }

    private Row row(RowKind kind, Object[] fields) {
        if (positionByName != null) {
            return RowUtils.createRowWithNamedPositions(kind, fields, positionByName);
        }
        return Row.ofKind(kind, fields);
    }

    @Override
    public Row copy(Row from) {
        if (from.getFieldNames(false) != null) {
            Row copy = Row.withNames(from.getKind());
            for (String name : from.getFieldNames(false)) {
                Object field = from.getField(name);
                copy.setField(name, field == null ? null : copied(position(name), field));
            }
            return copy;
        }
        check(from);
        Object[] fields = new Object[fieldSerializers.length];
        for (int i = 0; i < fields.length; i++) {
            Object field = from.getField(i);
            fields[i] = field == null ? null : copied(i, field);
        }
        return row(from.getKind(), fields);
    }

    @SuppressWarnings("unchecked") // the field's own serializer
    private Object copied(int position, Object field) {
        return ((TypeSerializer<Object>) fieldSerializers[position]).copy(field);
    }

    private int position(String name) {
        Integer position = positionByName == null ? null : positionByName.get(name);
        if (position == null) {
            throw new IllegalArgumentException(
                    "The row has a field '"
                            + name
                            + "', which its type does not know; it knows "
                            + (positionByName == null ? "no names" : positionByName.keySet())
                            + '.');
        }
        return position;
    }

    private void check(Row row) {
        if (row.getArity() != fieldSerializers.length) {
            throw new IllegalArgumentException(
                    "The row has "
                            + row.getArity()
                            + " fields, and its type "
                            + fieldSerializers.length
                            + '.');
        }
    }

    @Override
    public Row copy(Row from, Row reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    public int getArity() {
        return fieldSerializers.length;
    }

    @Override
    @SuppressWarnings("unchecked") // the field's own serializer
    public void serialize(Row record, DataOutputView target) throws IOException {
        Object[] fields = new Object[fieldSerializers.length];
        if (record.getFieldNames(false) != null) {
            for (String name : record.getFieldNames(false)) {
                fields[position(name)] = record.getField(name);
            }
        } else {
            check(record);
            for (int i = 0; i < fields.length; i++) {
                fields[i] = record.getField(i);
            }
        }
        int offset = supportsRowKind ? ROW_KIND_OFFSET : 0;
        byte[] mask = new byte[(offset + fields.length + 7) / 8];
        if (supportsRowKind) {
            mask[0] = record.getKind().toByteValue();
        }
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == null) {
                mask[(offset + i) / 8] |= (byte) (1 << (offset + i) % 8);
            }
        }
        target.write(mask);
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] != null) {
                ((TypeSerializer<Object>) fieldSerializers[i]).serialize(fields[i], target);
            }
        }
    }

    @Override
    public Row deserialize(DataInputView source) throws IOException {
        int offset = supportsRowKind ? ROW_KIND_OFFSET : 0;
        Object[] fields = new Object[fieldSerializers.length];
        byte[] mask = new byte[(offset + fields.length + 7) / 8];
        source.readFully(mask);
        for (int i = 0; i < fields.length; i++) {
            if ((mask[(offset + i) / 8] & 1 << (offset + i) % 8) == 0) {
                fields[i] = fieldSerializers[i].deserialize(source);
            }
        }
        return row(
                supportsRowKind ? RowKind.fromByteValue((byte) (mask[0] & 3)) : RowKind.INSERT,
                fields);
    }

    @Override
    public Row deserialize(Row reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int offset = supportsRowKind ? ROW_KIND_OFFSET : 0;
        byte[] mask = new byte[(offset + fieldSerializers.length + 7) / 8];
        source.readFully(mask);
        target.write(mask);
        for (int i = 0; i < fieldSerializers.length; i++) {
            if ((mask[(offset + i) / 8] & 1 << (offset + i) % 8) == 0) {
                fieldSerializers[i].copy(source, target);
            }
        }
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof RowSerializer other
                && supportsRowKind == other.supportsRowKind
                && Arrays.equals(fieldSerializers, other.fieldSerializers)
                && Objects.equals(positionByName, other.positionByName);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(fieldSerializers) + Objects.hashCode(positionByName);
    }

    @Override
    public TypeSerializerSnapshot<Row> snapshotConfiguration() {
        return new RowSerializerSnapshot(this);
    }

    /** Remembers the serializers of the fields, their names, and whether the kind is written. */
    public static final class RowSerializerSnapshot
            extends CompositeTypeSerializerSnapshot<Row, RowSerializer> {

        private boolean supportsRowKind = true;
        private LinkedHashMap<String, Integer> positionByName;

        /** For reading. */
        public RowSerializerSnapshot() {}

        RowSerializerSnapshot(RowSerializer serializer) {
            super(serializer);
            this.supportsRowKind = serializer.supportsRowKind;
            this.positionByName = serializer.positionByName;
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return 1;
        }

        @Override
        protected void writeOuterSnapshot(DataOutputView out) throws IOException {
            out.writeBoolean(supportsRowKind);
            out.writeInt(positionByName == null ? -1 : positionByName.size());
            if (positionByName != null) {
                for (String name : positionByName.keySet()) {
                    out.writeUTF(name);
                }
            }
        }

        @Override
        protected void readOuterSnapshot(
                int readOuterSnapshotVersion, DataInputView in, ClassLoader userCodeClassLoader)
                throws IOException {
            supportsRowKind = in.readBoolean();
            int names = in.readInt();
            if (names >= 0) {
                positionByName = new LinkedHashMap<>();
                for (int i = 0; i < names; i++) {
                    positionByName.put(in.readUTF(), i);
                }
            }
        }

        @Override
        protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
                TypeSerializerSnapshot<Row> oldSerializerSnapshot) {
            return oldSerializerSnapshot instanceof RowSerializerSnapshot old
                            && old.supportsRowKind == supportsRowKind
                            && Objects.equals(old.positionByName, positionByName)
                    ? OuterSchemaCompatibility.COMPATIBLE_AS_IS
                    : OuterSchemaCompatibility.INCOMPATIBLE;
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(RowSerializer outerSerializer) {
            return outerSerializer.fieldSerializers;
        }

        @Override
        protected RowSerializer createOuterSerializerWithNestedSerializers(
                TypeSerializer<?>[] nestedSerializers) {
            return new RowSerializer(nestedSerializers, positionByName, supportsRowKind);
        }
    }
}
