// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.connector.aws.config.AWSConfigOptions;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.ConsumerLifecycle;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.InitialPosition;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.ReaderType;
import java.io.Serializable;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The settings of a source, checked when it is built. */
public final class ReaderSettings implements Serializable {

    private static final long serialVersionUID = 1L;

    /** What to do when the stream may have dropped records that were not read. */
    enum LostRecords {
        FAIL,
        WARN
    }

    /** Ours: Flink's connector reads on in silence (docs/departures.md). */
    static final ConfigOption<LostRecords> LOST_RECORDS =
            ConfigOptions.key("source.lost-records")
                    .enumType(LostRecords.class)
                    .defaultValue(LostRecords.FAIL)
                    .withDescription(
                            "FAIL, or WARN and go on with the oldest record that is left.");

    private static final Set<String> KNOWN =
            Set.of(
                    KinesisSourceConfigOptions.STREAM_INITIAL_POSITION.key(),
                    KinesisSourceConfigOptions.STREAM_INITIAL_TIMESTAMP.key(),
                    KinesisSourceConfigOptions.STREAM_TIMESTAMP_DATE_FORMAT.key(),
                    KinesisSourceConfigOptions.SHARD_DISCOVERY_INTERVAL.key(),
                    KinesisSourceConfigOptions.SHARD_GET_RECORDS_MAX.key(),
                    KinesisSourceConfigOptions.READER_TYPE.key(),
                    KinesisSourceConfigOptions.EFO_CONSUMER_LIFECYCLE.key(),
                    KinesisSourceConfigOptions.EFO_CONSUMER_NAME.key(),
                    KinesisSourceConfigOptions.EFO_CONSUMER_SUBSCRIPTION_TIMEOUT.key(),
                    KinesisSourceConfigOptions.EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MIN_DELAY_OPTION
                            .key(),
                    KinesisSourceConfigOptions.EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MAX_DELAY_OPTION
                            .key(),
                    KinesisSourceConfigOptions
                            .EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MAX_ATTEMPTS_OPTION
                            .key(),
                    KinesisSourceConfigOptions.EFO_DEREGISTER_CONSUMER_TIMEOUT.key(),
                    LOST_RECORDS.key(),
                    AWSConfigOptions.RETRY_STRATEGY_MIN_DELAY_OPTION.key(),
                    AWSConfigOptions.RETRY_STRATEGY_MAX_DELAY_OPTION.key(),
                    AWSConfigOptions.RETRY_STRATEGY_MAX_ATTEMPTS_OPTION.key());

    private final String streamArn;
    private final TreeMap<String, String> all;

    /**
     * Checks them.
     *
     * @throws IllegalArgumentException names the setting and what is wrong with it
     */
    public ReaderSettings(String streamArn, Configuration configuration) {
        this.streamArn = streamArn;
        this.all = new TreeMap<>(configuration.toMap());
        KinesisClients.check(all, KNOWN, streamArn);
        positive(KinesisSourceConfigOptions.SHARD_DISCOVERY_INTERVAL);
        positive(KinesisSourceConfigOptions.EFO_CONSUMER_SUBSCRIPTION_TIMEOUT);
        retries();
        describeRetries();
        int atMost = atMost();
        if (atMost < 1 || atMost > 10_000) {
            throw new IllegalArgumentException(
                    KinesisSourceConfigOptions.SHARD_GET_RECORDS_MAX.key()
                            + " is "
                            + atMost
                            + "; Kinesis gives 1 to 10,000 records at a time");
        }
        if (initialPosition() == InitialPosition.AT_TIMESTAMP) {
            initialTime();
        } else if (configuration().contains(KinesisSourceConfigOptions.STREAM_INITIAL_TIMESTAMP)) {
            throw new IllegalArgumentException(
                    KinesisSourceConfigOptions.STREAM_INITIAL_TIMESTAMP.key()
                            + " is set, and the initial position is "
                            + initialPosition()
                            + "; set "
                            + KinesisSourceConfigOptions.STREAM_INITIAL_POSITION.key()
                            + " to AT_TIMESTAMP if it is meant");
        }
        configuration().get(KinesisSourceConfigOptions.EFO_CONSUMER_LIFECYCLE);
        configuration().get(LOST_RECORDS);
        if (isFanOut()) {
            String name = consumerName();
            if (name == null || !name.matches("[a-zA-Z0-9_.-]{1,128}")) {
                throw new IllegalArgumentException(
                        KinesisSourceConfigOptions.EFO_CONSUMER_NAME.key()
                                + " must name the consumer of enhanced fan-out, in 1 to 128 letters,"
                                + " digits, dots, hyphens and underscores; it is "
                                + (name == null ? "not set" : "'" + name + "'"));
            }
        }
    }

    private Configuration configuration() {
        return Configuration.fromMap(new HashMap<>(all));
    }

    private void positive(ConfigOption<Duration> option) {
        Duration value = configuration().get(option);
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(
                    option.key() + " must be positive, and is " + value.toMillis() + " ms");
        }
    }

    String streamArn() {
        return streamArn;
    }

    Map<String, String> client() {
        Map<String, String> client = new TreeMap<>(all);
        client.keySet().removeAll(KNOWN);
        return client;
    }

    InitialPosition initialPosition() {
        return configuration().get(KinesisSourceConfigOptions.STREAM_INITIAL_POSITION);
    }

    /** Of AT_TIMESTAMP. */
    Instant initialTime() {
        String key = KinesisSourceConfigOptions.STREAM_INITIAL_TIMESTAMP.key();
        String text = configuration().get(KinesisSourceConfigOptions.STREAM_INITIAL_TIMESTAMP);
        if (text == null) {
            throw new IllegalArgumentException(
                    "The initial position is AT_TIMESTAMP, and " + key + " is not set");
        }
        String format =
                configuration().get(KinesisSourceConfigOptions.STREAM_TIMESTAMP_DATE_FORMAT);
        try {
            return new SimpleDateFormat(format, Locale.ROOT).parse(text).toInstant();
        } catch (ParseException notByTheFormat) {
            try {
                double seconds = Double.parseDouble(text);
                if (seconds >= 0) {
                    return Instant.ofEpochMilli((long) (seconds * 1000));
                }
            } catch (NumberFormatException | DateTimeException notSeconds) {
                // said below
            }
        } catch (IllegalArgumentException badFormat) {
            throw new IllegalArgumentException(
                    KinesisSourceConfigOptions.STREAM_TIMESTAMP_DATE_FORMAT.key()
                            + ": '"
                            + format
                            + "' is no pattern of SimpleDateFormat",
                    badFormat);
        }
        throw new IllegalArgumentException(
                key
                        + ": '"
                        + text
                        + "' is neither a time by the format '"
                        + format
                        + "' nor seconds since 1970");
    }

    Duration discoveryInterval() {
        return configuration().get(KinesisSourceConfigOptions.SHARD_DISCOVERY_INTERVAL);
    }

    int atMost() {
        return configuration().get(KinesisSourceConfigOptions.SHARD_GET_RECORDS_MAX);
    }

    boolean isFanOut() {
        return configuration().get(KinesisSourceConfigOptions.READER_TYPE) == ReaderType.EFO;
    }

    boolean managesConsumer() {
        return configuration().get(KinesisSourceConfigOptions.EFO_CONSUMER_LIFECYCLE)
                == ConsumerLifecycle.JOB_MANAGED;
    }

    String consumerName() {
        return configuration().get(KinesisSourceConfigOptions.EFO_CONSUMER_NAME);
    }

    Duration subscriptionTimeout() {
        return configuration().get(KinesisSourceConfigOptions.EFO_CONSUMER_SUBSCRIPTION_TIMEOUT);
    }

    Duration deregisterTimeout() {
        return configuration().get(KinesisSourceConfigOptions.EFO_DEREGISTER_CONSUMER_TIMEOUT);
    }

    Backoff.Rule retries() {
        Configuration configuration = configuration();
        return new Backoff.Rule(
                configuration.get(AWSConfigOptions.RETRY_STRATEGY_MIN_DELAY_OPTION),
                configuration.get(AWSConfigOptions.RETRY_STRATEGY_MAX_DELAY_OPTION),
                configuration.get(AWSConfigOptions.RETRY_STRATEGY_MAX_ATTEMPTS_OPTION));
    }

    Backoff.Rule describeRetries() {
        Configuration configuration = configuration();
        return new Backoff.Rule(
                configuration.get(
                        KinesisSourceConfigOptions
                                .EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MIN_DELAY_OPTION),
                configuration.get(
                        KinesisSourceConfigOptions
                                .EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MAX_DELAY_OPTION),
                configuration.get(
                        KinesisSourceConfigOptions
                                .EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MAX_ATTEMPTS_OPTION));
    }

    LostRecords lostRecords() {
        return configuration().get(LOST_RECORDS);
    }

    StreamCalls connect() {
        return new AwsStreamCalls(KinesisClients.create(client(), streamArn, null), streamArn);
    }
}
