// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.reader.BulkFormat;
import io.millrace.connector.file.src.reader.StreamFormat;
import io.millrace.connector.file.src.util.CheckpointedPosition;
import io.millrace.connector.file.src.util.MutableRecordAndPosition;
import io.millrace.connector.file.src.util.RecordAndPosition;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * Opens a split's file for a {@link StreamFormat}, decompressed and at the right place, and counts
 * its records.
 *
 * <p>A position is an offset the format told and the number of records since. It is asked for one
 * every {@value #RECORDS_PER_POSITION} records, which bounds what is read again after a failure
 * without a price for each record.
 *
 * @param <T> the record
 */
final class StreamReading<T> implements BulkFormat<T, FileSourceSplit> {

    private static final long serialVersionUID = 1L;

    private static final int RECORDS_PER_POSITION = 1024;

    private final StreamFormat<T> format;

    StreamReading(StreamFormat<T> format) {
        this.format = Objects.requireNonNull(format, "streamFormat");
    }

    @Override
    public BulkFormat.Reader<T> createReader(Configuration config, FileSourceSplit split)
            throws IOException {
        return open(config, split, new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, 0));
    }

    @Override
    public BulkFormat.Reader<T> restoreReader(Configuration config, FileSourceSplit split)
            throws IOException {
        return open(config, split, split.getReaderPosition().orElseThrow());
    }

    @Override
    public boolean isSplittable() {
        return format.isSplittable();
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return format.getProducedType();
    }

    private BulkFormat.Reader<T> open(
            Configuration config, FileSourceSplit split, CheckpointedPosition position)
            throws IOException {
        Path path = split.path();
        FileSystem fs = path.getFileSystem();
        FileStatus status = status(fs, path);
        if (status.getLen() < split.fileSize()) {
            throw new IOException(
                    "The file had "
                            + split.fileSize()
                            + " bytes when the source listed it and has "
                            + status.getLen()
                            + " now: it was truncated or replaced while the job was reading, so its records cannot be read exactly once.");
        }
        FSDataInputStream file = fs.open(path);
        try {
            return read(config, split, position, file, status.getLen());
        } catch (IOException | RuntimeException e) {
            try {
                file.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    private static FileStatus status(FileSystem fs, Path path) throws IOException {
        try {
            return fs.getFileStatus(path);
        } catch (FileNotFoundException e) {
            FileNotFoundException gone =
                    new FileNotFoundException(
                            "It was there when the source listed it and is gone now: removed, renamed or hidden from this user before it was read to its end. Input files must stay until then. Put it back, and the job goes on where it was.");
            gone.initCause(e);
            throw gone;
        }
    }

    private BulkFormat.Reader<T> read(
            Configuration config,
            FileSourceSplit split,
            CheckpointedPosition position,
            FSDataInputStream file,
            long currentLength)
            throws IOException {
        Compression compression = Compression.of(split.path());
        // What was appended since the file was listed belongs to no split.
        boolean listed = split.fileModificationTime() != 0 || split.fileSize() != 0;
        long fileLength = listed ? split.fileSize() : currentLength;
        long splitEnd = split.offset() + split.length();
        boolean whole = split.offset() == 0 && splitEnd >= fileLength;
        if (!whole && (compression != Compression.NONE || !format.isSplittable())) {
            throw new IOException(
                    (compression == Compression.NONE
                                    ? "The format " + format.getClass().getName() + " reads"
                                    : "A compressed file is read")
                            + " only whole files, but the enumerator made splits of parts of them. Use one that does not split them, such as FileSource.DEFAULT_NON_SPLITTABLE_FILE_ENUMERATOR.");
        }
        FSDataInputStream stream = file;
        if (compression != Compression.NONE) {
            stream = new DecompressedStream(compression.decompress(file));
            fileLength = Long.MAX_VALUE;
            splitEnd = Long.MAX_VALUE;
        }
        long offset = position.getOffset();
        boolean fromBeginning = offset == CheckpointedPosition.NO_OFFSET;
        long start = fromBeginning ? split.offset() : offset;
        if (start != 0) {
            stream.seek(start);
        }
        StreamFormat.Reader<T> reader =
                fromBeginning
                        ? format.createReader(config, stream, fileLength, splitEnd)
                        : format.restoreReader(config, stream, offset, fileLength, splitEnd);
        long toDrop = position.getRecordsAfterOffset();
        for (long dropped = 0; dropped < toDrop; dropped++) {
            if (reader.read() == null) {
                throw new IOException(
                        "The checkpoint says that "
                                + toDrop
                                + " records after "
                                + (fromBeginning ? "the beginning" : "byte " + offset)
                                + " were read, but the file has only "
                                + dropped
                                + " there: it is not the file that was read then.");
            }
        }
        return new Counting<>(reader, position);
    }

    /**
     * Hands out records lazily, so a batch is a stretch between two positions and holds nothing.
     */
    private static final class Counting<T>
            implements BulkFormat.Reader<T>, BulkFormat.RecordIterator<T> {

        private final StreamFormat.Reader<T> reader;
        private final MutableRecordAndPosition<T> current = new MutableRecordAndPosition<>();

        private int left;
        private boolean ended;

        Counting(StreamFormat.Reader<T> reader, CheckpointedPosition position) {
            this.reader = reader;
            current.setPosition(position.getOffset(), position.getRecordsAfterOffset());
        }

        @Override
        public BulkFormat.RecordIterator<T> readBatch() {
            if (ended) {
                return null;
            }
            CheckpointedPosition told = reader.getCheckpointedPosition();
            if (told != null) {
                current.setPosition(told.getOffset(), told.getRecordsAfterOffset());
            }
            left = RECORDS_PER_POSITION;
            return this;
        }

        @Override
        public RecordAndPosition<T> next() {
            if (left == 0 || ended) {
                return null;
            }
            T record;
            try {
                record = reader.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (record == null) {
                ended = true;
                return null;
            }
            left--;
            current.setNext(record);
            return current;
        }

        @Override
        public void releaseBatch() {}

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
