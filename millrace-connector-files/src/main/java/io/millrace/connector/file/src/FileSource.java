// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.annotation.PublicEvolving;
import io.millrace.connector.file.src.assigners.FileSplitAssigner;
import io.millrace.connector.file.src.assigners.SimpleSplitAssigner;
import io.millrace.connector.file.src.enumerate.BlockSplittingRecursiveEnumerator;
import io.millrace.connector.file.src.enumerate.FileEnumerator;
import io.millrace.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import io.millrace.connector.file.src.reader.BulkFormat;
import io.millrace.connector.file.src.reader.StreamFormat;
import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerializer;

/**
 * Reads files and directories, plain or compressed (gz, deflate), exactly once: those that are
 * there when the job starts, or, with {@link FileSourceBuilder#monitorContinuously}, also all that
 * come later.
 *
 * <pre>{@code
 * FileSource<String> lines =
 *         FileSource.forRecordStreamFormat(new TextLineInputFormat(), new Path("/data/logs")).build();
 * env.fromSource(lines, WatermarkStrategy.noWatermarks(), "logs");
 * }</pre>
 *
 * @param <T> the record
 */
@PublicEvolving
public final class FileSource<T> extends AbstractFileSource<T, FileSourceSplit> {

    /** Splits are read in the order in which they were found. */
    public static final FileSplitAssigner.Provider DEFAULT_SPLIT_ASSIGNER =
            SimpleSplitAssigner::new;

    /** For formats that can read a part of a file. */
    public static final FileEnumerator.Provider DEFAULT_SPLITTABLE_FILE_ENUMERATOR =
            BlockSplittingRecursiveEnumerator::new;

    /** For formats that read files whole. */
    public static final FileEnumerator.Provider DEFAULT_NON_SPLITTABLE_FILE_ENUMERATOR =
            NonSplittingRecursiveEnumerator::new;

    private static final long serialVersionUID = 1L;

    private FileSource(
            Path[] inputPaths,
            FileEnumerator.Provider fileEnumerator,
            FileSplitAssigner.Provider splitAssigner,
            BulkFormat<T, FileSourceSplit> readerFormat,
            ContinuousEnumerationSettings continuousEnumerationSettings) {
        super(
                inputPaths,
                fileEnumerator,
                splitAssigner,
                readerFormat,
                continuousEnumerationSettings);
    }

    @Override
    public SimpleVersionedSerializer<FileSourceSplit> getSplitSerializer() {
        return FileSourceSplitSerializer.INSTANCE;
    }

    /** A source of the records that a stream format reads. Directories are read at any depth. */
    public static <T> FileSourceBuilder<T> forRecordStreamFormat(
            StreamFormat<T> streamFormat, Path... paths) {
        return forBulkFileFormat(new StreamReading<>(streamFormat), paths);
    }

    /** A source for a format that opens files itself. */
    public static <T> FileSourceBuilder<T> forBulkFileFormat(
            BulkFormat<T, FileSourceSplit> bulkFormat, Path... paths) {
        if (paths.length == 0) {
            throw new IllegalArgumentException("A file source needs at least one path to read.");
        }
        return new FileSourceBuilder<>(paths, bulkFormat);
    }

    /**
     * Builds a {@link FileSource}.
     *
     * @param <T> the record
     */
    @PublicEvolving
    public static final class FileSourceBuilder<T>
            extends AbstractFileSourceBuilder<T, FileSourceSplit, FileSourceBuilder<T>> {

        private FileSourceBuilder(Path[] inputPaths, BulkFormat<T, FileSourceSplit> readerFormat) {
            super(
                    inputPaths,
                    readerFormat,
                    readerFormat.isSplittable()
                            ? DEFAULT_SPLITTABLE_FILE_ENUMERATOR
                            : DEFAULT_NON_SPLITTABLE_FILE_ENUMERATOR,
                    DEFAULT_SPLIT_ASSIGNER);
        }

        @Override
        public FileSource<T> build() {
            return new FileSource<>(
                    inputPaths,
                    fileEnumerator,
                    splitAssigner,
                    readerFormat,
                    continuousSourceSettings);
        }
    }
}
