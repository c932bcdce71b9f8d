// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import io.millrace.api.common.io.CheckpointableInputFormat;
import io.millrace.api.common.io.FileInputFormat;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.core.fs.Path;
import io.millrace.format.avro.RecordModels;
import java.io.IOException;
import java.util.Objects;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DatumReader;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.reflect.ReflectDatumReader;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records from Avro files, which are cut into parts at their marks. A position is the mark before
 * the block, and how many records of the block were read.
 *
 * @param <E> the records
 */
public class AvroInputFormat<E> extends FileInputFormat<E>
        implements ResultTypeQueryable<E>,
                CheckpointableInputFormat<FileInputSplit, Tuple2<Long, Long>> {

    private static final long serialVersionUID = 1L;

    private final Class<E> avroValueType;
    private boolean reuseAvroValue = true;

    private transient DataFileReader<E> dataFileReader;
    private transient long end;
    private transient long lastSync;
    private transient long recordsReadFromBlock;

    /** Of a file, or of what lies in a directory. */
    public AvroInputFormat(Path filePath, Class<E> type) {
        super(filePath);
        this.avroValueType = Objects.requireNonNull(type, "type");
    }

    /** Whether the record that is handed in is filled and returned; it is unless set. */
    public void setReuseAvroValue(boolean reuseAvroValue) {
        this.reuseAvroValue = reuseAvroValue;
    }

    /** Whether files are read whole. */
    public void setUnsplittable(boolean unsplittable) {
        this.unsplittable = unsplittable;
    }

    @Override
    public TypeInformation<E> getProducedType() {
        return TypeInformation.of(avroValueType);
    }

    @Override
    public void open(FileInputSplit split) throws IOException {
        super.open(split);
        long length = split.getPath().getFileSystem().getFileStatus(split.getPath()).getLen();
        dataFileReader = new DataFileReader<>(new Seekable(stream, length), datumReader());
        dataFileReader.sync(split.getStart());
        end = splitLength == Long.MAX_VALUE ? length : split.getStart() + splitLength;
        lastSync = -1;
        recordsReadFromBlock = 0;
    }

    @SuppressWarnings("unchecked") // by what the class was found to be
    private DatumReader<E> datumReader() {
        if (SpecificRecord.class.isAssignableFrom(avroValueType)) {
            SpecificData data = SpecificModels.of(avroValueType);
            SpecificDatumReader<E> reader =
                    (SpecificDatumReader<E>)
                            new SpecificDatumReader<Object>(
                                    null, SpecificModels.schema(avroValueType, data), data);
            return reader;
        } else if (GenericRecord.class.isAssignableFrom(avroValueType)) {
            return new GenericDatumReader<>();
        }
        ReflectData data = RecordModels.reflect(avroValueType);
        return new ReflectDatumReader<>(null, data.getSchema(avroValueType), data);
    }

    @Override
    public boolean reachedEnd() throws IOException {
        return !dataFileReader.hasNext() || dataFileReader.pastSync(end);
    }

    /** How many records of the current block were read. */
    public long getRecordsReadFromBlock() {
        return recordsReadFromBlock;
    }

    @Override
    public E nextRecord(E reuse) throws IOException {
        if (reachedEnd()) {
            return null;
        }
        long sync = dataFileReader.previousSync();
        if (sync != lastSync) {
            lastSync = sync;
            recordsReadFromBlock = 0;
        }
        recordsReadFromBlock++;
        return reuseAvroValue && reuse != null ? dataFileReader.next(reuse) : dataFileReader.next();
    }

    @Override
    @Deprecated
    public boolean supportsMultiPaths() {
        return true;
    }

    @Override
    public Tuple2<Long, Long> getCurrentState() throws IOException {
        long sync = dataFileReader.previousSync();
        return Tuple2.of(sync, sync == lastSync ? recordsReadFromBlock : 0L);
    }

    @Override
    public void reopen(FileInputSplit split, Tuple2<Long, Long> state) throws IOException {
        open(split);
        dataFileReader.seek(state.f0);
        lastSync = state.f0;
        recordsReadFromBlock = state.f1;
        for (long i = 0; i < state.f1; i++) {
            dataFileReader.next();
        }
    }

    private static final class Seekable implements SeekableInput {
        private final FSDataInputStream stream;
        private final long length;

        Seekable(FSDataInputStream stream, long length) {
            this.stream = stream;
            this.length = length;
        }

        @Override
        public void seek(long position) throws IOException {
            stream.seek(position);
        }

        @Override
        public long tell() throws IOException {
            return stream.getPos();
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            return stream.read(bytes, offset, count);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
