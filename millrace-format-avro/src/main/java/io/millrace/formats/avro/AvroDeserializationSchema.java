// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.formats.avro.AvroFormatOptions.AvroEncoding;
import io.millrace.formats.avro.typeutils.AvroTypeInfo;
import io.millrace.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A record from an Avro message that does not carry its schema: it must have been written by the
 * one given here.
 *
 * @param <T> the records
 */
public class AvroDeserializationSchema<T> implements DeserializationSchema<T> {

    private static final long serialVersionUID = -6766681879020862312L;

    private final Class<T> recordClass;
    private final String schemaString;
    private final AvroEncoding encoding;

    private transient GenericDatumReader<T> datumReader;
    private transient Schema reader;
    private transient BinaryDecoder binary;

    /**
     * For subclasses.
     *
     * @param reader schema of generic records; null for a class that has its own
     */
    AvroDeserializationSchema(Class<T> recordClazz, Schema reader, AvroEncoding encoding) {
        this.recordClass = Objects.requireNonNull(recordClazz, "recordClazz");
        this.reader = reader;
        this.schemaString = reader == null ? null : reader.toString();
        this.encoding = Objects.requireNonNull(encoding, "encoding");
    }

    /** Generic records, from binary. */
    public static AvroDeserializationSchema<GenericRecord> forGeneric(Schema schema) {
        return forGeneric(schema, AvroEncoding.BINARY);
    }

    /** Generic records. */
    public static AvroDeserializationSchema<GenericRecord> forGeneric(
            Schema schema, AvroEncoding encoding) {
        return new AvroDeserializationSchema<>(GenericRecord.class, schema, encoding);
    }

    /** A class that Avro's compiler made, from binary. */
    public static <T extends SpecificRecord> AvroDeserializationSchema<T> forSpecific(
            Class<T> tClass) {
        return forSpecific(tClass, AvroEncoding.BINARY);
    }

    /** A class that Avro's compiler made. */
    public static <T extends SpecificRecord> AvroDeserializationSchema<T> forSpecific(
            Class<T> tClass, AvroEncoding encoding) {
        return new AvroDeserializationSchema<>(tClass, null, encoding);
    }

    /** The record; null where there is no message. */
    @Override
    public T deserialize(byte[] message) throws IOException {
        if (message == null) {
            return null;
        }
        initialize();
        return read(readerSchema(), new ByteArrayInputStream(message));
    }

    /** Reads what was written by a schema as the reader's says. */
    T read(Schema written, ByteArrayInputStream in) throws IOException {
        datumReader.setSchema(written);
        datumReader.setExpected(reader);
        return datumReader.read(null, decoder(written, in));
    }

    private Decoder decoder(Schema written, ByteArrayInputStream in) throws IOException {
        if (encoding == AvroEncoding.JSON) {
            return DecoderFactory.get().jsonDecoder(written, in);
        }
        binary = DecoderFactory.get().binaryDecoder(in, binary);
        return binary;
    }

    /** What records are read as. */
    Schema readerSchema() {
        initialize();
        return reader;
    }

    private void initialize() {
        if (datumReader != null) {
            return;
        }
        if (SpecificRecord.class.isAssignableFrom(recordClass)) {
            SpecificData data = SpecificModels.of(recordClass);
            reader = SpecificModels.schema(recordClass, data);
            datumReader = new SpecificDatumReader<>(reader, reader, data);
        } else {
            reader = new Schema.Parser().parse(schemaString);
            datumReader =
                    new GenericDatumReader<>(
                            reader,
                            reader,
                            new GenericData(Thread.currentThread().getContextClassLoader()));
        }
    }

    @Override
    public boolean isEndOfStream(T nextElement) {
        return false;
    }

    @Override
    @SuppressWarnings("unchecked") // by what the class was found to be
    public TypeInformation<T> getProducedType() {
        if (SpecificRecordBase.class.isAssignableFrom(recordClass)) {
            return (TypeInformation<T>)
                    new AvroTypeInfo<>(recordClass.asSubclass(SpecificRecordBase.class));
        }
        if (SpecificRecord.class.isAssignableFrom(recordClass)) {
            return TypeInformation.of(recordClass);
        }
        return (TypeInformation<T>) new GenericRecordAvroTypeInfo(readerSchema());
    }

    @Override
    public boolean equals(Object o) {
        return o != null
                && o.getClass() == getClass()
                && recordClass == ((AvroDeserializationSchema<?>) o).recordClass
                && encoding == ((AvroDeserializationSchema<?>) o).encoding
                && Objects.equals(schemaString, ((AvroDeserializationSchema<?>) o).schemaString);
    }

    @Override
    public int hashCode() {
        return Objects.hash(recordClass, schemaString, encoding);
    }
}
