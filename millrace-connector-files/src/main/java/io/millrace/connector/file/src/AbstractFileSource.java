// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.connector.file.src.assigners.FileSplitAssigner;
import io.millrace.connector.file.src.enumerate.FileEnumerator;
import io.millrace.connector.file.src.reader.BulkFormat;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * A source that reads files: the files are found once, when the job starts, cut into splits, and
 * given to readers as they ask. Its state is the splits that were not given out and, for each
 * reader, how far it is in its own.
 *
 * @param <T> the record
 * @param <SplitT> the split
 */
@PublicEvolving
public abstract class AbstractFileSource<T, SplitT extends FileSourceSplit>
        implements Source<T, SplitT, PendingSplitsCheckpoint<SplitT>>, ResultTypeQueryable<T> {

    private static final long serialVersionUID = 1L;

    private final Path[] inputPaths;
    private final FileEnumerator.Provider enumeratorFactory;
    private final FileSplitAssigner.Provider assignerFactory;
    private final BulkFormat<T, SplitT> readerFormat;

    /**
     * @param continuousEnumerationSettings null: watching directories is not supported yet
     */
    protected AbstractFileSource(
            Path[] inputPaths,
            FileEnumerator.Provider fileEnumerator,
            FileSplitAssigner.Provider splitAssigner,
            BulkFormat<T, SplitT> readerFormat,
            ContinuousEnumerationSettings continuousEnumerationSettings) {
        if (continuousEnumerationSettings != null) {
            throw watchingIsRefused();
        }
        if (inputPaths.length == 0) {
            throw new IllegalArgumentException("A file source needs at least one path to read.");
        }
        this.inputPaths = inputPaths.clone();
        for (Path path : this.inputPaths) {
            Objects.requireNonNull(path, "an input path");
        }
        this.enumeratorFactory = Objects.requireNonNull(fileEnumerator, "fileEnumerator");
        this.assignerFactory = Objects.requireNonNull(splitAssigner, "splitAssigner");
        this.readerFormat = Objects.requireNonNull(readerFormat, "readerFormat");
    }

    protected FileEnumerator.Provider getEnumeratorFactory() {
        return enumeratorFactory;
    }

    public FileSplitAssigner.Provider getAssignerFactory() {
        return assignerFactory;
    }

    /** Null: this source reads what is there when it starts. */
    public ContinuousEnumerationSettings getContinuousEnumerationSettings() {
        return null;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<T, SplitT> createReader(SourceReaderContext readerContext) {
        return new FileSplitReader<>(readerContext, readerFormat);
    }

    /**
     * Finds the files.
     *
     * @throws FlinkRuntimeException if one of the input paths is missing or cannot be read; the
     *     message names it
     */
    @Override
    public SplitEnumerator<SplitT, PendingSplitsCheckpoint<SplitT>> createEnumerator(
            SplitEnumeratorContext<SplitT> enumContext) {
        Collection<FileSourceSplit> splits;
        try {
            splits =
                    enumeratorFactory
                            .create()
                            .enumerateSplits(inputPaths, enumContext.currentParallelism());
            checkReadable(splits);
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "The file source over "
                            + Arrays.toString(inputPaths)
                            + " cannot start. "
                            + e.getMessage(),
                    e);
        }
        return new FileSplitEnumerator<>(enumContext, assignerFactory.create(splits));
    }

    @Override
    public SplitEnumerator<SplitT, PendingSplitsCheckpoint<SplitT>> restoreEnumerator(
            SplitEnumeratorContext<SplitT> enumContext,
            PendingSplitsCheckpoint<SplitT> checkpoint) {
        return new FileSplitEnumerator<>(
                enumContext, assignerFactory.create(new ArrayList<>(checkpoint.getSplits())));
    }

    @Override
    public abstract SimpleVersionedSerializer<SplitT> getSplitSerializer();

    @Override
    public SimpleVersionedSerializer<PendingSplitsCheckpoint<SplitT>>
            getEnumeratorCheckpointSerializer() {
        return new PendingSplitsCheckpointSerializer<>(getSplitSerializer());
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return readerFormat.getProducedType();
    }

    /**
     * Opens each file once, so that one that cannot be read stops the job before it has read
     * another. Not on distributed file systems, where that would be a request over the network for
     * each file.
     */
    private void checkReadable(Collection<FileSourceSplit> splits) throws IOException {
        Set<Path> seen = new HashSet<>();
        for (FileSourceSplit split : splits) {
            Path path = split.path();
            if (!seen.add(path)) {
                continue;
            }
            if (readerFormat instanceof StreamReading) {
                Compression.of(path);
            }
            FileSystem fs = path.getFileSystem();
            if (fs.isDistributedFS()) {
                continue;
            }
            try (FSDataInputStream in = fs.open(path)) {
                in.getPos();
            } catch (IOException e) {
                throw new IOException(
                        "The input file " + path + " cannot be read: " + e.getMessage(), e);
            }
        }
    }

    private static UnsupportedOperationException watchingIsRefused() {
        return new UnsupportedOperationException(
                "monitorContinuously: watching a directory for new files is not supported yet. A file source reads what is there when it starts.");
    }

    /**
     * Builds a source.
     *
     * @param <T> the record
     * @param <SplitT> the split
     * @param <SELF> the builder itself
     */
    protected abstract static class AbstractFileSourceBuilder<
            T,
            SplitT extends FileSourceSplit,
            SELF extends AbstractFileSourceBuilder<T, SplitT, SELF>> {

        protected final Path[] inputPaths;
        protected final BulkFormat<T, SplitT> readerFormat;
        protected FileEnumerator.Provider fileEnumerator;
        protected FileSplitAssigner.Provider splitAssigner;

        /** Always null: watching directories is not supported yet. */
        protected ContinuousEnumerationSettings continuousSourceSettings;

        protected AbstractFileSourceBuilder(
                Path[] inputPaths,
                BulkFormat<T, SplitT> readerFormat,
                FileEnumerator.Provider defaultFileEnumerator,
                FileSplitAssigner.Provider defaultSplitAssigner) {
            this.inputPaths = inputPaths.clone();
            this.readerFormat = Objects.requireNonNull(readerFormat, "readerFormat");
            this.fileEnumerator = defaultFileEnumerator;
            this.splitAssigner = defaultSplitAssigner;
        }

        public abstract AbstractFileSource<T, SplitT> build();

        /**
         * Refused.
         *
         * @throws UnsupportedOperationException always: watching directories is not supported yet
         */
        public SELF monitorContinuously(Duration discoveryInterval) {
            throw watchingIsRefused();
        }

        /** Reads what is there when the job starts, and ends: the default. */
        public SELF processStaticFileSet() {
            this.continuousSourceSettings = null;
            return self();
        }

        /** How files are found and cut. */
        public SELF setFileEnumerator(FileEnumerator.Provider fileEnumerator) {
            this.fileEnumerator = Objects.requireNonNull(fileEnumerator, "fileEnumerator");
            return self();
        }

        /** In which order readers get splits. */
        public SELF setSplitAssigner(FileSplitAssigner.Provider splitAssigner) {
            this.splitAssigner = Objects.requireNonNull(splitAssigner, "splitAssigner");
            return self();
        }

        @SuppressWarnings("unchecked")
        private SELF self() {
            // By the meaning of the type parameter.
            return (SELF) this;
        }
    }
}
