// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import io.millrace.format.avro.RecordModels;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.reflect.ReflectDatumWriter;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;

/** Avro files for {@code FileSink.forBulkFormat}, with their schema in them. */
public class AvroWriters {

    private AvroWriters() {}

    /** Of a class that Avro's compiler made. */
    public static <T extends SpecificRecordBase> AvroWriterFactory<T> forSpecificRecord(
            Class<T> type) {
        return new AvroWriterFactory<>(
                out -> {
                    SpecificData data = SpecificModels.of(type);
                    Schema schema = SpecificModels.schema(type, data);
                    return begin(schema, new SpecificDatumWriter<T>(schema, data), out);
                });
    }

    /** Of generic records. */
    public static AvroWriterFactory<GenericRecord> forGenericRecord(Schema schema) {
        String text = schema.toString();
        return new AvroWriterFactory<>(
                out -> {
                    Schema parsed = new Schema.Parser().parse(text);
                    return begin(parsed, new GenericDatumWriter<GenericRecord>(parsed), out);
                });
    }

    /** Of any class that Avro's reflection understands. */
    public static <T> AvroWriterFactory<T> forReflectRecord(Class<T> type) {
        return new AvroWriterFactory<>(
                out -> {
                    ReflectData data = RecordModels.reflect(type);
                    Schema schema = data.getSchema(type);
                    return begin(schema, new ReflectDatumWriter<T>(schema, data), out);
                });
    }

    @SuppressWarnings("resource") // whoever asked for it ends the file
    private static <T> DataFileWriter<T> begin(
            Schema schema, DatumWriter<T> writer, OutputStream out) throws IOException {
        return new DataFileWriter<>(writer).create(schema, out);
    }
}
