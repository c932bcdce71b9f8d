// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.BulkWriter;
import io.millrace.api.common.serialization.Encoder;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.fs.Path;
import io.millrace.spi.SinkFunctions;
import io.millrace.streaming.api.functions.sink.RichSinkFunction;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.DateTimeBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.CheckpointRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import java.io.Serializable;
import java.util.Objects;

/**
 * Writes files exactly once: the older name of {@link FileSink}, which does the work when this is
 * given to {@code addSink}.
 *
 * @param <IN> the record
 */
@PublicEvolving
@Deprecated
public class StreamingFileSink<IN> extends RichSinkFunction<IN> {

    private static final long serialVersionUID = 1L;

    static {
        SinkFunctions.teach(
                StreamingFileSink.class, function -> ((StreamingFileSink<?>) function).sink);
    }

    private final FileSink<IN> sink;

    private StreamingFileSink(FileSink<IN> sink) {
        this.sink = sink;
    }

    /**
     * Refused: {@code addSink} takes the file sink that is in here.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public void invoke(IN value, Context context) throws Exception {
        throw new UnsupportedOperationException(
                "A StreamingFileSink is given to addSink(...), and can't be called by a sink function of"
                        + " the program's own; use FileSink in it, or sinkTo(...)");
    }

    /** A sink that writes each record by itself, as lines of text for instance. */
    public static <IN> DefaultRowFormatBuilder<IN> forRowFormat(
            Path basePath, Encoder<IN> encoder) {
        return new DefaultRowFormatBuilder<>(basePath, encoder, new DateTimeBucketAssigner<>());
    }

    /** A sink whose format writes whole files; they end at each checkpoint. */
    public static <IN> DefaultBulkFormatBuilder<IN> forBulkFormat(
            Path basePath, BulkWriter.Factory<IN> writerFactory) {
        return new DefaultBulkFormatBuilder<>(
                basePath, writerFactory, new DateTimeBucketAssigner<>());
    }

    /**
     * What both kinds of sinks can be told.
     *
     * @param <IN> the record
     * @param <BucketID> the name of a bucket
     * @param <T> the builder itself
     */
    @Internal
    public abstract static class BucketsBuilder<
                    IN, BucketID, T extends BucketsBuilder<IN, BucketID, T>>
            implements Serializable {

        public static final long DEFAULT_BUCKET_CHECK_INTERVAL = 60L * 1000L;

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("unchecked")
        protected T self() {
            // By the meaning of the type parameter.
            return (T) this;
        }
    }

    /**
     * Builds a sink that writes each record by itself.
     *
     * @param <IN> the record
     * @param <BucketID> the name of a bucket
     * @param <T> the builder itself
     */
    @PublicEvolving
    public static class RowFormatBuilder<IN, BucketID, T extends RowFormatBuilder<IN, BucketID, T>>
            extends BucketsBuilder<IN, BucketID, T> {

        private static final long serialVersionUID = 1L;

        private final Path basePath;
        private final Encoder<IN> encoder;
        private BucketAssigner<IN, BucketID> bucketAssigner;
        private RollingPolicy<IN, BucketID> rollingPolicy;
        private long bucketCheckInterval = DEFAULT_BUCKET_CHECK_INTERVAL;
        private OutputFileConfig outputFileConfig = OutputFileConfig.builder().build();

        protected RowFormatBuilder(
                Path basePath, Encoder<IN> encoder, BucketAssigner<IN, BucketID> bucketAssigner) {
            this.basePath = Objects.requireNonNull(basePath, "basePath");
            this.encoder = Objects.requireNonNull(encoder, "encoder");
            this.bucketAssigner = Objects.requireNonNull(bucketAssigner, "bucketAssigner");
            this.rollingPolicy = DefaultRollingPolicy.builder().build();
        }

        public long getBucketCheckInterval() {
            return bucketCheckInterval;
        }

        /**
         * Every so many milliseconds the policy is asked whether time ends a file; 60 000 unless
         * set.
         */
        public T withBucketCheckInterval(long interval) {
            this.bucketCheckInterval = interval;
            return self();
        }

        /** Which record goes into which directory; by default one for each hour. */
        public T withBucketAssigner(BucketAssigner<IN, BucketID> assigner) {
            this.bucketAssigner = Objects.requireNonNull(assigner, "assigner");
            return self();
        }

        /** When a file ends; by default {@link DefaultRollingPolicy}. */
        public T withRollingPolicy(RollingPolicy<IN, BucketID> policy) {
            this.rollingPolicy = Objects.requireNonNull(policy, "policy");
            return self();
        }

        /** How files are named. */
        public T withOutputFileConfig(OutputFileConfig outputFileConfig) {
            this.outputFileConfig = Objects.requireNonNull(outputFileConfig, "outputFileConfig");
            return self();
        }

        /** The same with buckets of another kind. */
        public <ID>
                RowFormatBuilder<IN, ID, ? extends RowFormatBuilder<IN, ID, ?>>
                        withNewBucketAssignerAndPolicy(
                                BucketAssigner<IN, ID> assigner, RollingPolicy<IN, ID> policy) {
            AnyRowFormatBuilder<IN, ID> other =
                    new AnyRowFormatBuilder<>(basePath, encoder, assigner);
            other.withRollingPolicy(policy);
            other.withBucketCheckInterval(bucketCheckInterval);
            other.withOutputFileConfig(outputFileConfig);
            return other;
        }

        public StreamingFileSink<IN> build() {
            NamedBuckets<IN, BucketID> names = new NamedBuckets<>(bucketAssigner);
            return new StreamingFileSink<>(
                    FileSink.forRowFormat(basePath, encoder)
                            .withBucketAssigner(names)
                            .withRollingPolicy(names.policy(rollingPolicy))
                            .withBucketCheckInterval(bucketCheckInterval)
                            .withOutputFileConfig(outputFileConfig)
                            .build());
        }
    }

    private static final class AnyRowFormatBuilder<IN, ID>
            extends RowFormatBuilder<IN, ID, AnyRowFormatBuilder<IN, ID>> {

        private static final long serialVersionUID = 1L;

        AnyRowFormatBuilder(Path basePath, Encoder<IN> encoder, BucketAssigner<IN, ID> assigner) {
            super(basePath, encoder, assigner);
        }
    }

    /**
     * The builder that {@link #forRowFormat} returns.
     *
     * @param <IN> the record
     */
    @PublicEvolving
    public static final class DefaultRowFormatBuilder<IN>
            extends RowFormatBuilder<IN, String, DefaultRowFormatBuilder<IN>> {

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
     * @param <BucketID> the name of a bucket
     * @param <T> the builder itself
     */
    @PublicEvolving
    public static class BulkFormatBuilder<
                    IN, BucketID, T extends BulkFormatBuilder<IN, BucketID, T>>
            extends BucketsBuilder<IN, BucketID, T> {

        private static final long serialVersionUID = 1L;

        private final Path basePath;
        private final BulkWriter.Factory<IN> writerFactory;
        private BucketAssigner<IN, BucketID> bucketAssigner;
        private CheckpointRollingPolicy<IN, BucketID> rollingPolicy;
        private long bucketCheckInterval = DEFAULT_BUCKET_CHECK_INTERVAL;
        private OutputFileConfig outputFileConfig = OutputFileConfig.builder().build();

        protected BulkFormatBuilder(
                Path basePath,
                BulkWriter.Factory<IN> writerFactory,
                BucketAssigner<IN, BucketID> assigner) {
            this.basePath = Objects.requireNonNull(basePath, "basePath");
            this.writerFactory = Objects.requireNonNull(writerFactory, "writerFactory");
            this.bucketAssigner = Objects.requireNonNull(assigner, "assigner");
            this.rollingPolicy = OnCheckpointRollingPolicy.build();
        }

        public long getBucketCheckInterval() {
            return bucketCheckInterval;
        }

        /**
         * Every so many milliseconds the policy is asked whether time ends a file; 60 000 unless
         * set.
         */
        public T withBucketCheckInterval(long interval) {
            this.bucketCheckInterval = interval;
            return self();
        }

        /** Which record goes into which directory; by default one for each hour. */
        public T withBucketAssigner(BucketAssigner<IN, BucketID> assigner) {
            this.bucketAssigner = Objects.requireNonNull(assigner, "assigner");
            return self();
        }

        /** When a file ends, besides at each checkpoint. */
        public T withRollingPolicy(CheckpointRollingPolicy<IN, BucketID> rollingPolicy) {
            this.rollingPolicy = Objects.requireNonNull(rollingPolicy, "rollingPolicy");
            return self();
        }

        /** How files are named. */
        public T withOutputFileConfig(OutputFileConfig outputFileConfig) {
            this.outputFileConfig = Objects.requireNonNull(outputFileConfig, "outputFileConfig");
            return self();
        }

        /** The same with buckets of another kind; files end at each checkpoint. */
        public <ID>
                BulkFormatBuilder<IN, ID, ? extends BulkFormatBuilder<IN, ID, ?>>
                        withNewBucketAssigner(BucketAssigner<IN, ID> assigner) {
            AnyBulkFormatBuilder<IN, ID> other =
                    new AnyBulkFormatBuilder<>(basePath, writerFactory, assigner);
            other.withBucketCheckInterval(bucketCheckInterval);
            other.withOutputFileConfig(outputFileConfig);
            return other;
        }

        public StreamingFileSink<IN> build() {
            NamedBuckets<IN, BucketID> names = new NamedBuckets<>(bucketAssigner);
            return new StreamingFileSink<>(
                    FileSink.forBulkFormat(basePath, writerFactory)
                            .withBucketAssigner(names)
                            .withRollingPolicy(names.onCheckpoints(rollingPolicy))
                            .withBucketCheckInterval(bucketCheckInterval)
                            .withOutputFileConfig(outputFileConfig)
                            .build());
        }
    }

    private static final class AnyBulkFormatBuilder<IN, ID>
            extends BulkFormatBuilder<IN, ID, AnyBulkFormatBuilder<IN, ID>> {

        private static final long serialVersionUID = 1L;

        AnyBulkFormatBuilder(
                Path basePath, BulkWriter.Factory<IN> factory, BucketAssigner<IN, ID> assigner) {
            super(basePath, factory, assigner);
        }
    }

    /**
     * The builder that {@link #forBulkFormat} returns.
     *
     * @param <IN> the record
     */
    @PublicEvolving
    public static final class DefaultBulkFormatBuilder<IN>
            extends BulkFormatBuilder<IN, String, DefaultBulkFormatBuilder<IN>> {

        private static final long serialVersionUID = 7493169281036370228L;

        private DefaultBulkFormatBuilder(
                Path basePath,
                BulkWriter.Factory<IN> writerFactory,
                BucketAssigner<IN, String> assigner) {
            super(basePath, writerFactory, assigner);
        }
    }
}
