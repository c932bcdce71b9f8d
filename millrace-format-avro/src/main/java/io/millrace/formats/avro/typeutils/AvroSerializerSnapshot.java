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
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/**
 * Remembers the class of the records and the schema they were written by. A newer schema may take
 * over what Avro's rules of resolution let it read.
 *
 * @param <T> the records
 */
public class AvroSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {

    private static final int VERSION = 3;

    private Class<T> type;
    private String schemaText;

    /** For reading. */
    public AvroSerializerSnapshot() {}

    AvroSerializerSnapshot(Class<T> type, String schemaText) {
        this.type = type;
        this.schemaText = schemaText;
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(type.getName());
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
        String name = in.readUTF();
        try {
            type = (Class<T>) Class.forName(name, false, userCodeClassLoader);
        } catch (ClassNotFoundException e) {
            throw new IOException(
                    "State holds Avro records of the class " + name + ", which is not there", e);
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
            return TypeSerializerSchemaCompatibility.compatibleAsIs();
        }
        SchemaCompatibilityType verdict =
                SchemaCompatibility.checkReaderWriterCompatibility(now, before).getType();
        return verdict == SchemaCompatibilityType.COMPATIBLE
                ? TypeSerializerSchemaCompatibility.compatibleAfterMigration()
                : TypeSerializerSchemaCompatibility.incompatible();
    }

    /** Reads the old bytes into the class as it is today. */
    @Override
    public TypeSerializer<T> restoreSerializer() {
        return AvroSerializer.isGeneric(type)
                ? new AvroSerializer<>(type, schemaText, null)
                : new AvroSerializer<>(type, (String) null, schemaText);
    }
}
