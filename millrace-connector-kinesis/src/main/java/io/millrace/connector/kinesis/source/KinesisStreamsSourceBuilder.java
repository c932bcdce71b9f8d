// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.configuration.Configuration;
import io.millrace.connector.aws.config.AWSConfigOptions;
import io.millrace.connector.kinesis.source.enumerator.KinesisShardAssigner;
import io.millrace.connector.kinesis.source.enumerator.assigner.ShardAssignerFactory;
import io.millrace.connector.kinesis.source.serialization.KinesisDeserializationSchema;
import io.millrace.kinesis.ReaderSettings;
import java.time.Duration;
import java.util.Objects;

/** Builds a {@link KinesisStreamsSource}; ARN and schema are needed. */
@Experimental
public class KinesisStreamsSourceBuilder<T> {

    private String streamArn;
    private Configuration sourceConfig = new Configuration();
    private KinesisDeserializationSchema<T> schema;
    private KinesisShardAssigner assigner = ShardAssignerFactory.uniformShardAssigner();
    private boolean preserveShardOrder = true;
    private Duration minDelay;
    private Duration maxDelay;
    private Integer maxAttempts;

    /** Use {@link KinesisStreamsSource#builder()}. */
    public KinesisStreamsSourceBuilder() {}

    /** Such as {@code arn:aws:kinesis:eu-central-1:123456789012:stream/orders}. */
    public KinesisStreamsSourceBuilder<T> setStreamArn(String streamArn) {
        this.streamArn = streamArn;
        return this;
    }

    /**
     * Settings by {@code KinesisSourceConfigOptions} and {@code AWSConfigOptions}; it must hold no
     * others.
     */
    public KinesisStreamsSourceBuilder<T> setSourceConfig(Configuration sourceConfig) {
        this.sourceConfig = new Configuration(sourceConfig);
        return this;
    }

    public KinesisStreamsSourceBuilder<T> setDeserializationSchema(
            KinesisDeserializationSchema<T> deserializationSchema) {
        this.schema = deserializationSchema;
        return this;
    }

    /** A schema that looks at a record's data only. */
    public KinesisStreamsSourceBuilder<T> setDeserializationSchema(
            DeserializationSchema<T> deserializationSchema) {
        this.schema = KinesisDeserializationSchema.of(deserializationSchema);
        return this;
    }

    /** Says which subtask reads a shard; by default by hash keys, in equal parts. */
    public KinesisStreamsSourceBuilder<T> setKinesisShardAssigner(
            KinesisShardAssigner kinesisShardAssigner) {
        this.assigner = Objects.requireNonNull(kinesisShardAssigner, "kinesisShardAssigner");
        return this;
    }

    /**
     * Whether a shard is read only after those from which it was split or merged, which keeps the
     * order within a partition key; true by default.
     */
    public KinesisStreamsSourceBuilder<T> setPreserveShardOrder(boolean preserveShardOrder) {
        this.preserveShardOrder = preserveShardOrder;
        return this;
    }

    /** The first pause after a call that failed. */
    public KinesisStreamsSourceBuilder<T> setRetryStrategyMinDelay(Duration retryStrategyMinDelay) {
        this.minDelay = retryStrategyMinDelay;
        return this;
    }

    /** The longest pause after a call that failed. */
    public KinesisStreamsSourceBuilder<T> setRetryStrategyMaxDelay(Duration retryStrategyMaxDelay) {
        this.maxDelay = retryStrategyMaxDelay;
        return this;
    }

    /** So many failures in a row fail the job. */
    public KinesisStreamsSourceBuilder<T> setRetryStrategyMaxAttempts(
            Integer retryStrategyMaxAttempts) {
        this.maxAttempts = retryStrategyMaxAttempts;
        return this;
    }

    /**
     * Checks the settings and builds the source.
     *
     * @throws IllegalArgumentException if one is missing, not known, or can't be
     */
    public KinesisStreamsSource<T> build() {
        Objects.requireNonNull(streamArn, "setStreamArn says which stream to read");
        Objects.requireNonNull(schema, "setDeserializationSchema says what becomes of the records");
        Configuration all = new Configuration(sourceConfig);
        if (minDelay != null) {
            all.set(AWSConfigOptions.RETRY_STRATEGY_MIN_DELAY_OPTION, minDelay);
        }
        if (maxDelay != null) {
            all.set(AWSConfigOptions.RETRY_STRATEGY_MAX_DELAY_OPTION, maxDelay);
        }
        if (maxAttempts != null) {
            all.set(AWSConfigOptions.RETRY_STRATEGY_MAX_ATTEMPTS_OPTION, maxAttempts);
        }
        return new KinesisStreamsSource<>(
                new ReaderSettings(streamArn, all), schema, assigner, preserveShardOrder);
    }
}
