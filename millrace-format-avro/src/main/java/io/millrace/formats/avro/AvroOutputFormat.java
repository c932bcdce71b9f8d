// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import io.millrace.api.common.io.FileOutputFormat;
import io.millrace.core.fs.Path;
import io.millrace.format.avro.RecordModels;
import java.io.IOException;
import java.io.Serializable;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.reflect.ReflectDatumWriter;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records to Avro files. Takes no part in checkpoints: {@link AvroWriters} with a file sink do.
 *
 * @param <E> the records
 */
public class AvroOutputFormat<E> extends FileOutputFormat<E> implements Serializable {

    private static final long serialVersionUID = 1L;

    /** How blocks are compressed. */
    public enum Codec {
        NULL(CodecFactory.nullCodec()),
        /** Needs snappy-java on the class path. */
        SNAPPY(CodecFactory.snappyCodec()),
        /** Needs commons-compress on the class path. */
        BZIP2(CodecFactory.bzip2Codec()),
        DEFLATE(CodecFactory.deflateCodec(CodecFactory.DEFAULT_DEFLATE_LEVEL)),
        /** Needs xz on the class path. */
        XZ(CodecFactory.xzCodec(CodecFactory.DEFAULT_XZ_LEVEL));

        private final CodecFactory factory;

        Codec(CodecFactory factory) {
            this.factory = factory;
        }
    }

    private final Class<E> avroValueType;
    private String schemaText;
    private Codec codec;
    private transient DataFileWriter<E> dataFileWriter;

    /** To that path. */
    public AvroOutputFormat(Path filePath, Class<E> type) {
        super(filePath);
        this.avroValueType = Objects.requireNonNull(type, "type");
    }

    /** Without a path yet. */
    public AvroOutputFormat(Class<E> type) {
        this(null, type);
    }

    @Override
    protected String getDirectoryFileName(int taskNumber) {
        return super.getDirectoryFileName(taskNumber) + ".avro";
    }

    /** The schema of generic records; other classes have their own unless one is set. */
    public void setSchema(Schema schema) {
        this.schemaText = schema.toString();
    }

    /** How blocks are compressed; not at all unless set. */
    public void setCodec(Codec codec) {
        this.codec = Objects.requireNonNull(codec, "codec");
    }

    @Override
    public void writeRecord(E record) throws IOException {
        dataFileWriter.append(record);
    }

    @Override
    @Deprecated
    public void open(int taskNumber, int numTasks) throws IOException {
        super.open(taskNumber, numTasks);
        Schema given = schemaText == null ? null : new Schema.Parser().parse(schemaText);
        Schema schema;
        DatumWriter<E> writer;
        if (SpecificRecord.class.isAssignableFrom(avroValueType)) {
            SpecificData data = SpecificModels.of(avroValueType);
            schema = given == null ? SpecificModels.schema(avroValueType, data) : given;
            writer = new SpecificDatumWriter<>(schema, data);
        } else if (GenericRecord.class.isAssignableFrom(avroValueType)) {
            if (given == null) {
                throw new IllegalStateException(
                        "Generic records need a schema to be written: call setSchema");
            }
            schema = given;
            writer = new GenericDatumWriter<>(schema);
        } else {
            ReflectData data = RecordModels.reflect(avroValueType);
            schema = given == null ? data.getSchema(avroValueType) : given;
            writer = new ReflectDatumWriter<>(schema, data);
        }
        dataFileWriter = new DataFileWriter<>(writer);
        if (codec != null) {
            dataFileWriter.setCodec(codec.factory);
        }
        dataFileWriter.create(schema, stream);
    }

    @Override
    public void close() throws IOException {
        if (dataFileWriter != null) {
            DataFileWriter<E> closing = dataFileWriter;
            dataFileWriter = null;
            closing.flush();
            closing.close();
        }
        super.close();
    }
}
