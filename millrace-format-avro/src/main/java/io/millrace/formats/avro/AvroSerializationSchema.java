// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.formats.avro.AvroFormatOptions.AvroEncoding;
import io.millrace.util.FlinkRuntimeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record as an Avro message, without its schema: the reader has to know it.
 *
 * @param <T> the records
 */
public class AvroSerializationSchema<T> implements SerializationSchema<T> {

    private static final long serialVersionUID = -8766681879020862312L;

    private final Class<T> recordClass;
    private final String schemaString;
    private final AvroEncoding encoding;

    private transient Schema schema;
    private transient GenericDatumWriter<T> datumWriter;
    private transient ByteArrayOutputStream arrayOutputStream;
    private transient Encoder encoder;

    /**
     * For subclasses.
     *
     * @param schema of generic records; null for a class that has its own
     */
    protected AvroSerializationSchema(Class<T> recordClazz, Schema schema, AvroEncoding encoding) {
        this.recordClass = Objects.requireNonNull(recordClazz, "recordClazz");
        this.schema = schema;
        this.schemaString = schema == null ? null : schema.toString();
        this.encoding = Objects.requireNonNull(encoding, "encoding");
    }

    /** Of a class that Avro's compiler made, in binary. */
    public static <T extends SpecificRecord> AvroSerializationSchema<T> forSpecific(
            Class<T> tClass) {
        return forSpecific(tClass, AvroEncoding.BINARY);
    }

    /** Of a class that Avro's compiler made. */
    public static <T extends SpecificRecord> AvroSerializationSchema<T> forSpecific(
            Class<T> tClass, AvroEncoding encoding) {
        return new AvroSerializationSchema<>(tClass, null, encoding);
    }

    /** Of generic records, in binary. */
    public static AvroSerializationSchema<GenericRecord> forGeneric(Schema schema) {
        return forGeneric(schema, AvroEncoding.BINARY);
    }

    /** Of generic records. */
    public static AvroSerializationSchema<GenericRecord> forGeneric(
            Schema schema, AvroEncoding encoding) {
        return new AvroSerializationSchema<>(GenericRecord.class, schema, encoding);
    }

    public Schema getSchema() {
        return schema;
    }

    protected Encoder getEncoder() {
        return encoder;
    }

    protected GenericDatumWriter<T> getDatumWriter() {
        return datumWriter;
    }

    protected ByteArrayOutputStream getOutputStream() {
        return arrayOutputStream;
    }

    @Override
    public void open(InitializationContext context) throws Exception {
        checkAvroInitialized();
    }

    /** The message; null for null. */
    @Override
    public byte[] serialize(T object) {
        checkAvroInitialized();
        if (object == null) {
            return null;
        }
        try {
            arrayOutputStream.reset();
            datumWriter.write(object, encoder);
            encoder.flush();
            return arrayOutputStream.toByteArray();
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "A record can't be written by the Avro schema " + schema.getFullName(), e);
        }
    }

    /** Makes the writer where it is not there yet, as after the schema has travelled. */
    protected void checkAvroInitialized() {
        if (datumWriter != null) {
            return;
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (SpecificRecord.class.isAssignableFrom(recordClass)) {
            SpecificData data = SpecificModels.of(recordClass);
            schema = SpecificModels.schema(recordClass, data);
            datumWriter = new SpecificDatumWriter<>(schema, data);
        } else {
            schema = new Schema.Parser().parse(schemaString);
            datumWriter = new GenericDatumWriter<>(schema, new ReflectData(loader));
        }
        arrayOutputStream = new ByteArrayOutputStream();
        encoder = createEncoder(encoding, schema, arrayOutputStream);
    }

    private static Encoder createEncoder(
            AvroEncoding encoding, Schema schema, ByteArrayOutputStream out) {
        if (encoding == AvroEncoding.BINARY) {
            return EncoderFactory.get().directBinaryEncoder(out, null);
        }
        try {
            return EncoderFactory.get().jsonEncoder(schema, out, false);
        } catch (IOException e) {
            throw new FlinkRuntimeException("No JSON encoder for " + schema.getFullName(), e);
        }
    }

    @Override
    public boolean equals(Object o) {
        return o != null
                && o.getClass() == getClass()
                && recordClass == ((AvroSerializationSchema<?>) o).recordClass
                && encoding == ((AvroSerializationSchema<?>) o).encoding
                && Objects.equals(schemaString, ((AvroSerializationSchema<?>) o).schemaString);
    }

    @Override
    public int hashCode() {
        return Objects.hash(recordClass, schemaString, encoding);
    }
}
