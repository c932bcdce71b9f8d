// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.sink;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.connector.base.sink.AsyncSinkBaseBuilder;
import io.millrace.kinesis.KinesisClients;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;

/**
 * Builds a {@link KinesisStreamsSink}; a stream, a schema and a generator of partition keys are
 * needed.
 */
@PublicEvolving
public class KinesisStreamsSinkBuilder<InputT>
        extends AsyncSinkBaseBuilder<
                InputT, PutRecordsRequestEntry, KinesisStreamsSinkBuilder<InputT>> {

    /** What Kinesis takes in one request, and as one record. */
    private static final int REQUEST_RECORDS = 500;

    private static final long REQUEST_BYTES = 5 * 1024 * 1024;
    private static final long RECORD_BYTES = 1024 * 1024;

    private static final int IN_FLIGHT = 50;
    private static final int BUFFERED = 10_000;
    private static final long TIME_IN_BUFFER_MS = 5_000;

    private boolean failOnError;
    private String streamName;
    private String streamArn;
    private Properties kinesisClientProperties = new Properties();
    private SerializationSchema<InputT> serializationSchema;
    private PartitionKeyGenerator<InputT> partitionKeyGenerator;

    KinesisStreamsSinkBuilder() {}

    /** The stream's name; the region is that of the settings then. */
    @Deprecated
    public KinesisStreamsSinkBuilder<InputT> setStreamName(String streamName) {
        this.streamName = streamName;
        return this;
    }

    /** Such as {@code arn:aws:kinesis:eu-central-1:123456789012:stream/orders}. */
    public KinesisStreamsSinkBuilder<InputT> setStreamArn(String streamArn) {
        this.streamArn = streamArn;
        return this;
    }

    public KinesisStreamsSinkBuilder<InputT> setSerializationSchema(
            SerializationSchema<InputT> serializationSchema) {
        this.serializationSchema = serializationSchema;
        return this;
    }

    public KinesisStreamsSinkBuilder<InputT> setPartitionKeyGenerator(
            PartitionKeyGenerator<InputT> partitionKeyGenerator) {
        this.partitionKeyGenerator = partitionKeyGenerator;
        return this;
    }

    /**
     * Whether a record that the stream does not take fails the job at once. By default it is sent
     * again until it is taken.
     */
    public KinesisStreamsSinkBuilder<InputT> setFailOnError(boolean failOnError) {
        this.failOnError = failOnError;
        return this;
    }

    /** Settings by {@code AWSConfigConstants}; it must hold no others. */
    public KinesisStreamsSinkBuilder<InputT> setKinesisClientProperties(
            Properties kinesisClientProperties) {
        this.kinesisClientProperties = kinesisClientProperties;
        return this;
    }

    /**
     * Checks the settings and builds the sink.
     *
     * @throws IllegalArgumentException if one is missing, not known, or can't be
     */
    @Override
    public KinesisStreamsSink<InputT> build() {
        Objects.requireNonNull(
                serializationSchema, "setSerializationSchema says how elements are written");
        Objects.requireNonNull(
                partitionKeyGenerator,
                "setPartitionKeyGenerator says which elements belong together");
        Map<String, String> settings = new TreeMap<>();
        for (String key : kinesisClientProperties.stringPropertyNames()) {
            settings.put(key, kinesisClientProperties.getProperty(key));
        }
        if ((streamArn == null) == (streamName == null)) {
            throw new IllegalArgumentException(
                    "The sink needs the stream's ARN (setStreamArn) or its name (setStreamName), and"
                            + " not both");
        }
        KinesisClients.check(
                settings,
                Set.of(KinesisStreamsConfigConstants.KINESIS_CLIENT_USER_AGENT_PREFIX),
                streamArn == null ? KinesisClients.arnOfName(streamName, settings) : streamArn);
        return new KinesisStreamsSink<>(
                new KinesisStreamsSinkElementConverter<>(
                        serializationSchema, partitionKeyGenerator),
                within("setMaxBatchSize", getMaxBatchSize(), REQUEST_RECORDS, REQUEST_RECORDS),
                within("setMaxInFlightRequests", getMaxInFlightRequests(), IN_FLIGHT, null),
                within("setMaxBufferedRequests", getMaxBufferedRequests(), BUFFERED, null),
                within(
                        "setMaxBatchSizeInBytes",
                        getMaxBatchSizeInBytes(),
                        REQUEST_BYTES,
                        REQUEST_BYTES),
                within("setMaxTimeInBufferMS", getMaxTimeInBufferMS(), TIME_IN_BUFFER_MS, null),
                within(
                        "setMaxRecordSizeInBytes",
                        getMaxRecordSizeInBytes(),
                        RECORD_BYTES,
                        RECORD_BYTES),
                failOnError,
                streamName,
                streamArn,
                settings);
    }

    private static <N extends Number> N within(String method, N given, N otherwise, N most) {
        N value = given == null ? otherwise : given;
        if (value.longValue() < 1 || most != null && value.longValue() > most.longValue()) {
            throw new IllegalArgumentException(
                    method
                            + " takes at least 1"
                            + (most == null ? "" : " and at most " + most + ", as Kinesis does")
                            + "; given is "
                            + value);
        }
        return value;
    }
}
