// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.api.connector.source.SourceReader;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.KafkaSourceBuilder;
import io.millrace.connector.kafka.source.enumerator.initializer.NoStoppingOffsetsInitializer;
import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.connector.kafka.source.split.KafkaPartitionSplit;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * The connector's source, but for one thing: when the offset that it is to go on with is not there
 * any more, Kafka's client goes on elsewhere, and the records in between are gone. Here the job
 * fails, unless the source was told to go on ({@link SourceSettings#WHEN_LOST}).
 *
 * <p>The connector uses the client's {@code auto.offset.reset} for two ends: where to start if no
 * offset is known, and where to go on if one is not there any more. {@link CheckedOffsets} does the
 * first before the client is asked, so that the second is left to it.
 *
 * <p>Put around both by the build: what {@code KafkaSourceBuilder.build} returns goes through
 * {@link #guard}, what {@code KafkaSource.createReader} returns through {@link #watch}.
 */
public final class LostRecords {

    private LostRecords() {}

    /** Called by the renamed {@code KafkaSourceBuilder} with the source it has built. */
    public static <T> KafkaSource<T> guard(KafkaSource<T> source, KafkaSourceBuilder<T> builder) {
        SourceSettings built = SourceSettings.of(source);
        Properties consumer = new Properties();
        consumer.putAll(built.consumer());
        consumer.remove(SourceSettings.WHEN_LOST); // Kafka's client would not know it
        consumer.setProperty(
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                built.whenLost() == SourceSettings.WhenLost.FAIL ? "none" : "earliest");
        OffsetsInitializer stopping = built.stopping();
        return new SourceSettings(
                        built.subscriber(),
                        CheckedOffsets.toStart(built.starting(), built.group()),
                        stopping instanceof NoStoppingOffsetsInitializer
                                ? stopping
                                : CheckedOffsets.toStop(stopping, built.group()),
                        built.boundedness(),
                        built.schema(),
                        consumer,
                        built.rack())
                .source();
    }

    /** Called by the renamed {@code KafkaSource} with its own reader. */
    public static SourceReader<?, ?> watch(SourceReader<?, ?> reader, KafkaSource<?> source) {
        return reader instanceof WatchedReader<?> ? reader : watched(reader, source);
    }

    @SuppressWarnings("unchecked") // the connector's own reader
    private static <T> WatchedReader<T> watched(SourceReader<?, ?> reader, KafkaSource<?> source) {
        return new WatchedReader<>(
                (SourceReader<T, KafkaPartitionSplit>) reader, SourceSettings.of(source));
    }
}
