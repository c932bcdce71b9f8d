// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.connector.kafka.sink.KafkaSink;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * What the connector's writer throws in the words of Kafka's client: that its transaction has been
 * ended, and that no broker answers. Here both are told with the sink, its servers and what to do.
 *
 * <p>Put in by the build: what methods of {@code KafkaSink} and {@code KafkaWriter} throw goes
 * through {@link #ofSink} and {@link #ofWriter}. What is told to the callback of a record goes
 * through {@link SendFailures}.
 */
public final class WriterFailures {

    private WriterFailures() {}

    /** Called by the renamed {@code KafkaSink} when it can't make its writer. */
    public static Exception ofSink(Exception failure, Object sink) {
        SinkSettings settings = SinkSettings.of((KafkaSink<?>) sink);
        return explained(failure, null, settings.prefix(), settings.producer());
    }

    /** Called by the renamed {@code KafkaWriter}. */
    public static Exception ofWriter(Exception failure, Object writer) {
        return explained(
                failure,
                SendFailures.transactionalId(writer),
                (String) SendFailures.read(writer, "transactionalIdPrefix"),
                (Properties) SendFailures.read(writer, "kafkaProducerConfig"));
    }

    /** The failure itself if there is nothing to add. */
    static Exception explained(
            Exception failure, String transactionalId, String prefix, Properties producer) {
        if (ExplainedFailure.isIn(failure)) {
            return failure;
        }
        if (EndedTransaction.isIn(failure)) {
            return new ExplainedFailure(
                    EndedTransaction.message(
                            transactionalId,
                            String.valueOf(producer.get(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)),
                            prefix,
                            producer.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)),
                    failure);
        }
        TimeoutException noAnswer = ExplainedFailure.noAnswerIn(failure);
        return noAnswer == null
                ? failure
                : new ExplainedFailure(NoAnswer.toSink(producer, noAnswer), failure);
    }
}
