// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import io.millrace.formats.avro.AvroFormatOptions.AvroEncoding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import org.apache.avro.Schema;

/**
 * A record from an Avro message that says which schema it was written by; it is read as the schema
 * given here says.
 *
 * @param <T> the records
 */
public class RegistryAvroDeserializationSchema<T> extends AvroDeserializationSchema<T> {

    private static final long serialVersionUID = -884738268437806062L;

    private final SchemaCoder.SchemaCoderProvider schemaCoderProvider;

    private transient SchemaCoder schemaCoder;

    /** From binary. */
    public RegistryAvroDeserializationSchema(
            Class<T> recordClazz,
            Schema reader,
            SchemaCoder.SchemaCoderProvider schemaCoderProvider) {
        this(recordClazz, reader, schemaCoderProvider, AvroEncoding.BINARY);
    }

    /**
     * Of a class.
     *
     * @param reader schema of generic records; null for a class that has its own
     */
    public RegistryAvroDeserializationSchema(
            Class<T> recordClazz,
            Schema reader,
            SchemaCoder.SchemaCoderProvider schemaCoderProvider,
            AvroEncoding encoding) {
        super(recordClazz, reader, encoding);
        this.schemaCoderProvider =
                Objects.requireNonNull(schemaCoderProvider, "schemaCoderProvider");
    }

    @Override
    public T deserialize(byte[] message) throws IOException {
        if (message == null) {
            return null;
        }
        if (schemaCoder == null) {
            schemaCoder = schemaCoderProvider.get();
        }
        readerSchema();
        ByteArrayInputStream in = new ByteArrayInputStream(message);
        return read(schemaCoder.readSchema(in), in);
    }

    @Override
    public boolean equals(Object o) {
        return super.equals(o)
                && schemaCoderProvider.equals(
                        ((RegistryAvroDeserializationSchema<?>) o).schemaCoderProvider);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), schemaCoderProvider);
    }
}
