// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro.typeutils;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericRecord;

/**
 * Remembers the class of the records and the schema they were written by. A newer schema may take
 * over what Avro's rules of resolution let it read.
 *
 * @param <T> the records
 */
public class AvroSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {

    private static final int VERSION = 3;

    private String className;

    /** Null if it is gone. */
    private Class<T> type;

    private String schemaText;

    /** Set when this, an old one, was judged: the newer one, into whose records it reads. */
    private AvroSerializerSnapshot<T> newer;

    /** For reading. */
    public AvroSerializerSnapshot() {}

    AvroSerializerSnapshot(Class<T> type, String schemaText) {
        this.type = type;
        this.className = type.getName();
        this.schemaText = schemaText;
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(className);
        byte[] schema = schemaText.getBytes(StandardCharsets.UTF_8); // writeUTF ends at 64 KiB
        out.writeInt(schema.length);
        out.write(schema);
    }

    @Override
    @SuppressWarnings("unchecked") // the class that was written
    public void readSnapshot(int readVersion, DataInputView in, ClassLoader userCodeClassLoader)
            throws IOException {
        if (readVersion != VERSION) {
            throw new IOException(
                    "State of Avro records was written in version "
                            + readVersion
                            + " of its form; this build reads "
                            + VERSION);
        }
        className = in.readUTF();
        try {
            type = (Class<T>) Class.forName(className, false, userCodeClassLoader);
        } catch (ClassNotFoundException e) {
            type = null; // the schema is enough to read over the records, or into another class
        }
        byte[] schema = new byte[in.readInt()];
        in.readFully(schema);
        schemaText = new String(schema, StandardCharsets.UTF_8);
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        if (!(oldSerializerSnapshot instanceof AvroSerializerSnapshot<T> old)) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        Schema before = AvroSerializer.parse(old.schemaText);
        Schema now = AvroSerializer.parse(schemaText);
        if (before.equals(now)) {
            old.newer = this;
            return TypeSerializerSchemaCompatibility.compatibleAsIs();
        }
        SchemaCompatibilityType verdict =
                SchemaCompatibility.checkReaderWriterCompatibility(now, before).getType();
        if (verdict != SchemaCompatibilityType.COMPATIBLE) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        old.newer = this;
        return TypeSerializerSchemaCompatibility.compatibleAfterMigration();
    }

    /**
     * Reads the old bytes into the class as it is today; into that of the newer snapshot, where
     * this was judged by one.
     */
    @Override
    @SuppressWarnings("unchecked") // what is read of a gone class is only dropped
    public TypeSerializer<T> restoreSerializer() {
        AvroSerializerSnapshot<T> into = newer != null ? newer : this;
        if (into.type == null) {
            return (TypeSerializer<T>)
                    new AvroSerializer<>(GenericRecord.class, schemaText, schemaText);
        }
        return AvroSerializer.isGeneric(into.type)
                ? new AvroSerializer<>(into.type, into.schemaText, schemaText)
                : new AvroSerializer<>(into.type, (String) null, schemaText);
    }

    /** How the type reads, with the fields of its schema. */
    @Override
    public String toString() {
        Schema schema = AvroSerializer.parse(schemaText);
        if (schema.getType() != Schema.Type.RECORD) {
            return "Avro " + schema.getFullName();
        }
        StringJoiner text = new StringJoiner(", ", "Avro " + schema.getFullName() + "{", "}");
        for (Schema.Field field : schema.getFields()) {
            text.add(
                    field.name()
                            + ": "
                            + name(field.schema())
                            + (field.hasDefaultValue() ? " with default" : ""));
        }
        return text.toString();
    }

    private static String name(Schema schema) {
        return switch (schema.getType()) {
            case RECORD, ENUM, FIXED -> schema.getFullName();
            case ARRAY -> "array<" + name(schema.getElementType()) + ">";
            case MAP -> "map<" + name(schema.getValueType()) + ">";
            case UNION ->
                    schema.getTypes().stream()
                            .map(AvroSerializerSnapshot::name)
                            .collect(Collectors.joining(" or "));
            default -> schema.getType().getName();
        };
    }
}
