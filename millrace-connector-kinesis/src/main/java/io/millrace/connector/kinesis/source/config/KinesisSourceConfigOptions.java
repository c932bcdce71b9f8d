// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.config;

import io.millrace.annotation.Experimental;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import java.time.Duration;

/** The settings of a source of Kinesis. Those of the client are in {@code AWSConfigOptions}. */
@Experimental
public class KinesisSourceConfigOptions {

    /** Where a job begins to read that continues from no checkpoint. */
    public enum InitialPosition {
        /** What arrives after the job has started, by its clock. */
        LATEST,
        /** The oldest record that the stream still has. */
        TRIM_HORIZON,
        /** What has arrived at {@link #STREAM_INITIAL_TIMESTAMP} or later. */
        AT_TIMESTAMP
    }

    /** How records are fetched. */
    public enum ReaderType {
        /** By asking each shard over and again; all readers of a shard share its throughput. */
        POLLING,
        /** Enhanced fan-out: the shard sends, with a throughput of its own for each consumer. */
        EFO
    }

    /** Who registers the consumer of enhanced fan-out. */
    public enum ConsumerLifecycle {
        /**
         * The job registers the consumer when it starts, and deregisters it when it has finished or
         * is cancelled. A job that fails, is killed or only suspended leaves it for the one that
         * goes on.
         */
        JOB_MANAGED,
        /** The consumer is there before the job and after it. */
        SELF_MANAGED
    }

    public static final ConfigOption<InitialPosition> STREAM_INITIAL_POSITION =
            ConfigOptions.key("source.init.position")
                    .enumType(InitialPosition.class)
                    .defaultValue(InitialPosition.LATEST)
                    .withDescription("Where to begin without a checkpoint.");

    public static final ConfigOption<String> STREAM_INITIAL_TIMESTAMP =
            ConfigOptions.key("source.init.timestamp")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Of AT_TIMESTAMP: a time by the format, or seconds since 1970.");

    public static final ConfigOption<String> STREAM_TIMESTAMP_DATE_FORMAT =
            ConfigOptions.key("source.init.timestamp.format")
                    .stringType()
                    .defaultValue("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")
                    .withDescription("A pattern of SimpleDateFormat, for source.init.timestamp.");

    public static final ConfigOption<Duration> SHARD_DISCOVERY_INTERVAL =
            ConfigOptions.key("source.shard.discovery.interval")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(10))
                    .withDescription("How often to ask for new shards.");

    public static final ConfigOption<Integer> SHARD_GET_RECORDS_MAX =
            ConfigOptions.key("source.shard.get-records.max-record-count")
                    .intType()
                    .defaultValue(10000)
                    .withDescription("How many records to ask a shard for at a time; 1 to 10,000.");

    public static final ConfigOption<ReaderType> READER_TYPE =
            ConfigOptions.key("source.reader.type")
                    .enumType(ReaderType.class)
                    .defaultValue(ReaderType.POLLING)
                    .withDescription("How records are fetched.");

    public static final ConfigOption<ConsumerLifecycle> EFO_CONSUMER_LIFECYCLE =
            ConfigOptions.key("source.efo.lifecycle")
                    .enumType(ConsumerLifecycle.class)
                    .defaultValue(ConsumerLifecycle.JOB_MANAGED)
                    .withDescription("Who registers and deregisters the consumer.");

    public static final ConfigOption<String> EFO_CONSUMER_NAME =
            ConfigOptions.key("source.efo.consumer.name")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The consumer's name; one for each job.");

    public static final ConfigOption<Duration> EFO_CONSUMER_SUBSCRIPTION_TIMEOUT =
            ConfigOptions.key("source.efo.subscription.timeout")
                    .durationType()
                    .defaultValue(Duration.ofMillis(60000))
                    .withDescription("A subscription that is silent for so long is made anew.");

    public static final ConfigOption<Duration>
            EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MIN_DELAY_OPTION =
                    ConfigOptions.key("source.efo.describe.retry-strategy.delay.min")
                            .durationType()
                            .defaultValue(Duration.ofMillis(2000))
                            .withDescription(
                                    "The first pause between two looks at a consumer that is not"
                                            + " active yet; it doubles.");

    public static final ConfigOption<Duration>
            EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MAX_DELAY_OPTION =
                    ConfigOptions.key("source.efo.describe.retry-strategy.delay.max")
                            .durationType()
                            .defaultValue(Duration.ofMillis(60000))
                            .withDescription("The longest pause between two such looks.");

    public static final ConfigOption<Integer>
            EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MAX_ATTEMPTS_OPTION =
                    ConfigOptions.key("source.efo.describe.retry-strategy.attempts.max")
                            .intType()
                            .defaultValue(100)
                            .withDescription("So many such looks in vain fail the job.");

    public static final ConfigOption<Duration> EFO_DEREGISTER_CONSUMER_TIMEOUT =
            ConfigOptions.key("source.efo.deregister.timeout")
                    .durationType()
                    .defaultValue(Duration.ofMillis(10000))
                    .withDescription("How long the end of a job waits until the consumer is gone.");
}
