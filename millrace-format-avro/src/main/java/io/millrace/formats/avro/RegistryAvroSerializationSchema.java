// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import io.millrace.formats.avro.AvroFormatOptions.AvroEncoding;
import io.millrace.util.FlinkRuntimeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.Encoder;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record as an Avro message that says which schema it was written by.
 *
 * @param <T> the records
 */
public class RegistryAvroSerializationSchema<T> extends AvroSerializationSchema<T> {

    private static final long serialVersionUID = -6766681879020862312L;

    private final SchemaCoder.SchemaCoderProvider schemaCoderProvider;

    /** Made when the schema is opened. */
    protected SchemaCoder schemaCoder;

    /** In binary. */
    public RegistryAvroSerializationSchema(
            Class<T> recordClazz,
            Schema schema,
            SchemaCoder.SchemaCoderProvider schemaCoderProvider) {
        this(recordClazz, schema, schemaCoderProvider, AvroEncoding.BINARY);
    }

    /**
     * Of a class.
     *
     * @param schema of generic records; null for a class that has its own
     */
    public RegistryAvroSerializationSchema(
            Class<T> recordClazz,
            Schema schema,
            SchemaCoder.SchemaCoderProvider schemaCoderProvider,
            AvroEncoding encoding) {
        super(recordClazz, schema, encoding);
        this.schemaCoderProvider =
                Objects.requireNonNull(schemaCoderProvider, "schemaCoderProvider");
    }

    /** Of a class that Avro's compiler made, in binary. */
    public static <T extends SpecificRecord> RegistryAvroSerializationSchema<T> forSpecific(
            Class<T> tClass, SchemaCoder.SchemaCoderProvider schemaCoderProvider) {
        return forSpecific(tClass, schemaCoderProvider, AvroEncoding.BINARY);
    }

    /** Of a class that Avro's compiler made. */
    public static <T extends SpecificRecord> RegistryAvroSerializationSchema<T> forSpecific(
            Class<T> tClass,
            SchemaCoder.SchemaCoderProvider schemaCoderProvider,
            AvroEncoding encoding) {
        return new RegistryAvroSerializationSchema<>(tClass, null, schemaCoderProvider, encoding);
    }

    /** Of generic records, in binary. */
    public static RegistryAvroSerializationSchema<GenericRecord> forGeneric(
            Schema schema, SchemaCoder.SchemaCoderProvider schemaCoderProvider) {
        return forGeneric(schema, schemaCoderProvider, AvroEncoding.BINARY);
    }

    /** Of generic records. */
    public static RegistryAvroSerializationSchema<GenericRecord> forGeneric(
            Schema schema,
            SchemaCoder.SchemaCoderProvider schemaCoderProvider,
            AvroEncoding encoding) {
        return new RegistryAvroSerializationSchema<>(
                GenericRecord.class, schema, schemaCoderProvider, encoding);
    }

    /** The schema's mark, then the message; null for null. */
    @Override
    public byte[] serialize(T object) {
        checkAvroInitialized();
        if (object == null) {
            return null;
        }
        try {
            ByteArrayOutputStream out = getOutputStream();
            out.reset();
            Encoder encoder = getEncoder();
            schemaCoder.writeSchema(getSchema(), out);
            getDatumWriter().write(object, encoder);
            encoder.flush();
            return out.toByteArray();
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "A record can't be written by the Avro schema " + getSchema().getFullName(), e);
        }
    }

    @Override
    protected void checkAvroInitialized() {
        super.checkAvroInitialized();
        if (schemaCoder == null) {
            schemaCoder = schemaCoderProvider.get();
        }
    }

    @Override
    public boolean equals(Object o) {
        return super.equals(o)
                && schemaCoderProvider.equals(
                        ((RegistryAvroSerializationSchema<?>) o).schemaCoderProvider);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), schemaCoderProvider);
    }
}
