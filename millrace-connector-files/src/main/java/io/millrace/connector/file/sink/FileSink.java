// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.BulkWriter;
import io.millrace.api.common.serialization.Encoder;
import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.api.connector.sink2.StatefulSinkWriter;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.SupportsWriterState;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.connector.file.sink.compactor.FileCompactStrategy;
import io.millrace.connector.file.sink.compactor.FileCompactor;
import io.millrace.connector.file.sink.compactor.IdenticalFileCompactor;
import io.millrace.connector.file.sink.compactor.OutputStreamBasedFileCompactor;
import io.millrace.connector.file.sink.compactor.RecordWiseFileCompactor;
import io.millrace.connector.file.sink.writer.FileWriterBucketState;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.spi.Addresses;
import io.millrace.spi.JobOwner;
import io.millrace.spi.TakesUpInPlace;
import io.millrace.streaming.api.functions.sink.filesystem.BucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.OutputFileConfig;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.DateTimeBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.CheckpointRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Writes files exactly once: a file becomes visible when a checkpoint completes that has seen it
 * end, and holds each record once, whatever crashed meanwhile. Without checkpointing, files become
 * visible when the input ends.
 *
 * <pre>{@code
 * FileSink<String> sink =
 *         FileSink.forRowFormat(new Path("/data/out"), new SimpleStringEncoder<String>()).build();
 * stream.sinkTo(sink);
 * }</pre>
 *
 * @param <IN> the record
 */
@PublicEvolving
public class FileSink<IN>
        implements Sink<IN>,
                SupportsWriterState<IN, FileWriterBucketState>,
                SupportsCommitter<FileSinkCommittable> {

    private static final long serialVersionUID = 1L;

    private final Path basePath;
    private final PartEncoding<IN> encoding;
    private final BucketAssigner<IN, String> bucketAssigner;
    private final RollingPolicy<IN, String> rollingPolicy;
    private final OutputFileConfig outputFileConfig;
    private final long bucketCheckInterval;

    /** Tells this run of the program from others, through all restarts within a process. */
    private final String sinkId = UUID.randomUUID().toString();

    FileSink(BucketsBuilder<IN, ?> builder) {
        this.basePath = builder.basePath;
        this.encoding = builder.encoding;
        this.bucketAssigner = builder.bucketAssigner;
        this.rollingPolicy = builder.rollingPolicy;
        this.outputFileConfig = builder.outputFileConfig;
        this.bucketCheckInterval = builder.bucketCheckInterval;
    }

    /**
     * Refused.
     *
     * @throws UnsupportedOperationException always
     * @deprecated use {@link #createWriter(WriterInitContext)}
     */
    @Override
    @Deprecated
    public SinkWriter<IN> createWriter(Sink.InitContext context) throws IOException {
        throw new UnsupportedOperationException(
                "createWriter(Sink.InitContext) is deprecated and not supported; call createWriter(WriterInitContext).");
    }

    @Override
    public SinkWriter<IN> createWriter(WriterInitContext context) throws IOException {
        return writer(context, List.of());
    }

    @Override
    public StatefulSinkWriter<IN, FileWriterBucketState> restoreWriter(
            WriterInitContext context, Collection<FileWriterBucketState> recoveredState)
            throws IOException {
        return writer(context, recoveredState);
    }

    @Override
    public SimpleVersionedSerializer<FileWriterBucketState> getWriterStateSerializer() {
        return new WriterStateSerializer(files().getResumeRecoverableSerializer());
    }

    @Override
    public Committer<FileSinkCommittable> createCommitter(CommitterInitContext context)
            throws IOException {
        return new PartFileCommitter(
                TakesUpInPlace.writer(
                        basePath.getFileSystem(), JobOwner.of(context.getJobInfo()).alone()));
    }

    @Override
    public SimpleVersionedSerializer<FileSinkCommittable> getCommittableSerializer() {
        return new CommittableSerializer(files().getCommitRecoverableSerializer());
    }

    /** A sink that writes each record by itself, as lines of text for instance. */
    public static <IN> DefaultRowFormatBuilder<IN> forRowFormat(
            Path basePath, Encoder<IN> encoder) {
        return new DefaultRowFormatBuilder<>(basePath, encoder, new DateTimeBucketAssigner<>());
    }

    /** A sink whose format writes whole files; they end at each checkpoint. */
    public static <IN> DefaultBulkFormatBuilder<IN> forBulkFormat(
            Path basePath, BulkWriter.Factory<IN> bulkWriterFactory) {
        return new DefaultBulkFormatBuilder<>(
                basePath, bulkWriterFactory, new DateTimeBucketAssigner<>());
    }

    Path basePath() {
        return basePath;
    }

    PartEncoding<IN> encoding() {
        return encoding;
    }

    private RecoverableWriter files() {
        try {
            return basePath.getFileSystem().createRecoverableWriter();
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "The file sink over "
                            + Addresses.shown(basePath)
                            + " cannot be used: "
                            + e.getMessage(),
                    e);
        }
    }

    private PartFileWriter<IN> writer(
            WriterInitContext context, Collection<FileWriterBucketState> recoveredState)
            throws IOException {
        PartFileWriter.Settings<IN> settings =
                new PartFileWriter.Settings<>(
                        basePath, encoding, bucketAssigner, rollingPolicy, bucketCheckInterval);
        return new WriterStart<>(settings, outputFileConfig, sinkId).begin(context, recoveredState);
    }

    /** What both kinds of sinks can be told. */
    abstract static class BucketsBuilder<IN, T extends BucketsBuilder<IN, T>>
            implements Serializable {

        private static final long serialVersionUID = 1L;

        protected static final long DEFAULT_BUCKET_CHECK_INTERVAL = 60L * 1000L;

        private final Path basePath;
        private final PartEncoding<IN> encoding;
        private BucketAssigner<IN, String> bucketAssigner;
        private RollingPolicy<IN, String> rollingPolicy;
        private OutputFileConfig outputFileConfig = OutputFileConfig.builder().build();
        private long bucketCheckInterval = DEFAULT_BUCKET_CHECK_INTERVAL;
        private FileCompactStrategy compactStrategy;
        private FileCompactor compactor;

        private BucketsBuilder(
                Path basePath,
                PartEncoding<IN> encoding,
                BucketAssigner<IN, String> bucketAssigner,
                RollingPolicy<IN, String> rollingPolicy) {
            this.basePath = Objects.requireNonNull(basePath, "basePath");
            this.encoding = encoding;
            this.bucketAssigner = Objects.requireNonNull(bucketAssigner, "bucketAssigner");
            this.rollingPolicy = rollingPolicy;
        }

        @SuppressWarnings("unchecked")
        protected T self() {
            // By the meaning of the type parameter.
            return (T) this;
        }

        T checkInterval(long interval) {
            if (interval <= 0) {
                throw new IllegalArgumentException(
                        "The bucket check interval must be more than 0 milliseconds, not "
                                + interval
                                + ".");
            }
            this.bucketCheckInterval = interval;
            return self();
        }

        T assigner(BucketAssigner<IN, String> assigner) {
            this.bucketAssigner = Objects.requireNonNull(assigner, "bucketAssigner");
            return self();
        }

        T policy(RollingPolicy<IN, String> policy) {
            this.rollingPolicy = Objects.requireNonNull(policy, "rollingPolicy");
            return self();
        }

        T config(OutputFileConfig config) {
            this.outputFileConfig = Objects.requireNonNull(config, "outputFileConfig");
            return self();
        }

        T compacting(FileCompactStrategy strategy, FileCompactor fileCompactor) {
            if (!(fileCompactor instanceof OutputStreamBasedFileCompactor)
                    && !(fileCompactor instanceof RecordWiseFileCompactor)) {
                throw new IllegalArgumentException(
                        "A compactor must extend OutputStreamBasedFileCompactor or"
                                + " RecordWiseFileCompactor, not be a "
                                + Objects.requireNonNull(fileCompactor, "compactor")
                                        .getClass()
                                        .getName());
            }
            this.compactStrategy = Objects.requireNonNull(strategy, "strategy");
            this.compactor = fileCompactor;
            return self();
        }

        T notCompacting() {
            return compacting(
                    FileCompactStrategy.Builder.newBuilder()
                            .enableCompactionOnCheckpoint(1)
                            .build(),
                    new IdenticalFileCompactor());
        }

        FileSink<IN> sink() {
            if (compactor == null) {
                return new FileSink<>(this);
            }
            if (!outputFileConfig.getPartPrefix().startsWith(".")) {
                // Nobody is to see the files that are compacted.
                outputFileConfig =
                        new OutputFileConfig(
                                "." + outputFileConfig.getPartPrefix(),
                                outputFileConfig.getPartSuffix());
            }
            return new CompactingFileSink<>(this, compactStrategy, compactor);
        }
    }

    /**
     * Builds a sink that writes each record by itself.
     *
     * @param <IN> the record
     * @param <T> the builder itself
     */
    @PublicEvolving
    public static class RowFormatBuilder<IN, T extends RowFormatBuilder<IN, T>>
            extends BucketsBuilder<IN, T> {

        private static final long serialVersionUID = 1L;

        protected RowFormatBuilder(
                Path basePath, Encoder<IN> encoder, BucketAssigner<IN, String> bucketAssigner) {
            super(
                    basePath,
                    new PartEncoding.Rows<>(Objects.requireNonNull(encoder, "encoder")),
                    bucketAssigner,
                    DefaultRollingPolicy.builder().build());
        }

        /**
         * Every so many milliseconds the policy is asked whether time ends a file; 60 000 unless
         * set.
         */
        public T withBucketCheckInterval(long interval) {
            return checkInterval(interval);
        }

        /** Which record goes into which directory; by default one for each hour. */
        public T withBucketAssigner(BucketAssigner<IN, String> assigner) {
            return assigner(assigner);
        }

        /** When a file ends; by default {@link DefaultRollingPolicy}. */
        public T withRollingPolicy(RollingPolicy<IN, String> policy) {
            return policy(policy);
        }

        /** How files are named. */
        public T withOutputFileConfig(OutputFileConfig outputFileConfig) {
            return config(outputFileConfig);
        }

        /**
         * Makes files of a bucket into larger ones before anybody sees them. A file then shows at
         * least one checkpoint later.
         */
        public T enableCompact(FileCompactStrategy strategy, FileCompactor compactor) {
            return compacting(strategy, compactor);
        }

        /**
         * For a sink that goes on from a checkpoint of one that compacted: files that wait for it
         * are shown as they are, and so are all that come.
         */
        public T disableCompact() {
            return notCompacting();
        }

        public FileSink<IN> build() {
            return sink();
        }
    }

    /**
     * The builder that {@link #forRowFormat} returns.
     *
     * @param <IN> the record
     */
    public static final class DefaultRowFormatBuilder<IN>
            extends RowFormatBuilder<IN, DefaultRowFormatBuilder<IN>> {

        private static final long serialVersionUID = -8503344257202146718L;

        private DefaultRowFormatBuilder(
                Path basePath, Encoder<IN> encoder, BucketAssigner<IN, String> bucketAssigner) {
            super(basePath, encoder, bucketAssigner);
        }
    }

    /**
     * Builds a sink whose format writes whole files.
     *
     * @param <IN> the record
     * @param <T> the builder itself
     */
    @PublicEvolving
    public static class BulkFormatBuilder<IN, T extends BulkFormatBuilder<IN, T>>
            extends BucketsBuilder<IN, T> {

        private static final long serialVersionUID = 1L;

        protected BulkFormatBuilder(
                Path basePath,
                BulkWriter.Factory<IN> writerFactory,
                BucketAssigner<IN, String> assigner) {
            super(
                    basePath,
                    new PartEncoding.Bulk<>(Objects.requireNonNull(writerFactory, "writerFactory")),
                    assigner,
                    OnCheckpointRollingPolicy.build());
        }

        /**
         * Every so many milliseconds the policy is asked whether time ends a file; 60 000 unless
         * set.
         */
        public T withBucketCheckInterval(long interval) {
            return checkInterval(interval);
        }

        /** Which record goes into which directory; by default one for each hour. */
        public T withBucketAssigner(BucketAssigner<IN, String> assigner) {
            return assigner(assigner);
        }

        /** When a file ends, besides at each checkpoint. */
        public T withRollingPolicy(CheckpointRollingPolicy<IN, String> rollingPolicy) {
            return policy(rollingPolicy);
        }

        /** How files are named. */
        public T withOutputFileConfig(OutputFileConfig outputFileConfig) {
            return config(outputFileConfig);
        }

        /**
         * Makes files of a bucket into larger ones before anybody sees them. A file then shows at
         * least one checkpoint later.
         */
        public T enableCompact(FileCompactStrategy strategy, FileCompactor compactor) {
            return compacting(strategy, compactor);
        }

        /**
         * For a sink that goes on from a checkpoint of one that compacted: files that wait for it
         * are shown as they are, and so are all that come.
         */
        public T disableCompact() {
            return notCompacting();
        }

        public FileSink<IN> build() {
            return sink();
        }
    }

    /**
     * The builder that {@link #forBulkFormat} returns.
     *
     * @param <IN> the record
     */
    public static final class DefaultBulkFormatBuilder<IN>
            extends BulkFormatBuilder<IN, DefaultBulkFormatBuilder<IN>> {

        private static final long serialVersionUID = 7493169281036370228L;

        private DefaultBulkFormatBuilder(
                Path basePath,
                BulkWriter.Factory<IN> writerFactory,
                BucketAssigner<IN, String> assigner) {
            super(basePath, writerFactory, assigner);
        }
    }
}
