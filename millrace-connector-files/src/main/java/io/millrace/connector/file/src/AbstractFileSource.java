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
import io.millrace.spi.Addresses;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A source that reads files: the files are found, cut into splits, and given to readers as they
 * ask. A bounded source finds them once, when the job starts; one that watches its directories
 * looks again and again and never ends. Its state is the splits that were not given out, for each
 * reader how far it is in its own, and, if it watches, the path of every file ever found.
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
    private final ContinuousEnumerationSettings continuousEnumerationSettings;

    /**
     * @param continuousEnumerationSettings null for a source that reads what is there and ends
     */
    protected AbstractFileSource(
            Path[] inputPaths,
            FileEnumerator.Provider fileEnumerator,
            FileSplitAssigner.Provider splitAssigner,
            BulkFormat<T, SplitT> readerFormat,
            ContinuousEnumerationSettings continuousEnumerationSettings) {
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
        this.continuousEnumerationSettings = continuousEnumerationSettings;
    }

    protected FileEnumerator.Provider getEnumeratorFactory() {
        return enumeratorFactory;
    }

    public FileSplitAssigner.Provider getAssignerFactory() {
        return assignerFactory;
    }

    /** Null if this source reads what is there when it starts, and ends. */
    public ContinuousEnumerationSettings getContinuousEnumerationSettings() {
        return continuousEnumerationSettings;
    }

    @Override
    public Boundedness getBoundedness() {
        return continuousEnumerationSettings == null
                ? Boundedness.BOUNDED
                : Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<T, SplitT> createReader(SourceReaderContext readerContext) {
        return new FileSplitReader<>(readerContext, readerFormat);
    }

    /**
     * Finds the files that are there now. This is done before the source begins, also where it
     * watches: a wrong path is then a job that does not start, and not one that waits for ever.
     *
     * @throws FlinkRuntimeException if one of the input paths is missing or cannot be read; the
     *     message names it
     */
    @Override
    public SplitEnumerator<SplitT, PendingSplitsCheckpoint<SplitT>> createEnumerator(
            SplitEnumeratorContext<SplitT> enumContext) {
        FileEnumerator enumerator = enumeratorFactory.create();
        Collection<FileSourceSplit> splits;
        try {
            splits = enumerator.enumerateSplits(inputPaths, enumContext.currentParallelism());
            checkNames(splits);
            checkReadable(splits);
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "The file source over "
                            + Addresses.shown(inputPaths)
                            + " cannot start. "
                            + e.getMessage(),
                    e);
        }
        if (continuousEnumerationSettings == null) {
            return new FileSplitEnumerator<>(enumContext, assignerFactory.create(splits));
        }
        WatchingSplitEnumerator<SplitT> watching =
                new WatchingSplitEnumerator<>(
                        enumContext,
                        enumerator,
                        assignerFactory.create(List.of()),
                        inputPaths,
                        this::checkNames,
                        continuousEnumerationSettings);
        watching.addFound(splits);
        return watching;
    }

    @Override
    public SplitEnumerator<SplitT, PendingSplitsCheckpoint<SplitT>> restoreEnumerator(
            SplitEnumeratorContext<SplitT> enumContext,
            PendingSplitsCheckpoint<SplitT> checkpoint) {
        FileSplitAssigner assigner =
                assignerFactory.create(new ArrayList<>(checkpoint.getSplits()));
        if (continuousEnumerationSettings == null) {
            return new FileSplitEnumerator<>(enumContext, assigner);
        }
        WatchingSplitEnumerator<SplitT> watching =
                new WatchingSplitEnumerator<>(
                        enumContext,
                        enumeratorFactory.create(),
                        assigner,
                        inputPaths,
                        this::checkNames,
                        continuousEnumerationSettings);
        watching.restore(checkpoint);
        return watching;
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

    /** Refuses files that are compressed in a way this source can't read, by their names. */
    private void checkNames(Collection<FileSourceSplit> splits) throws IOException {
        if (readerFormat instanceof StreamReading) {
            for (FileSourceSplit split : splits) {
                Compression.of(split.path());
            }
        }
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
            FileSystem fs = path.getFileSystem();
            if (fs.isDistributedFS()) {
                continue;
            }
            try (FSDataInputStream in = fs.open(path)) {
                in.getPos();
            } catch (IOException e) {
                throw new IOException(
                        "The input file "
                                + Addresses.shown(path)
                                + " cannot be read: "
                                + e.getMessage(),
                        e);
            }
        }
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

        /** Null for a source that reads what is there and ends. */
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
         * Makes an unbounded source that looks for further files again and again. A file is known
         * by its path alone, and each is read once: what is appended to it, or put in its place,
         * after it was found is not read. So a file must get its name when it is complete, and stay
         * until it has been read.
         *
         * @param discoveryInterval from the beginning of one look to that of the next; at least a
         *     millisecond
         */
        public SELF monitorContinuously(Duration discoveryInterval) {
            this.continuousSourceSettings = new ContinuousEnumerationSettings(discoveryInterval);
            return self();
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
