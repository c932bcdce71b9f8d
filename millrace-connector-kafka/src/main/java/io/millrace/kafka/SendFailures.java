// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.util.ExceptionUtils;
import io.millrace.util.FlinkRuntimeException;
import java.lang.reflect.Field;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortedException;

/**
 * What the connector says of a record that Kafka did not take, and what it leaves out: which
 * settings to look at when the broker has ended the transaction; and that nothing has failed when
 * the sink has ended it itself, because the job is stopped.
 *
 * <p>Put in by the build: what the connector's callback makes of a failure goes through {@link
 * #explain}.
 */
public final class SendFailures {

    private SendFailures() {}

    /**
     * Called by the renamed {@code KafkaWriter.WriterCallback}, on a thread of Kafka's client.
     *
     * @return null if it is none
     */
    public static FlinkRuntimeException explain(FlinkRuntimeException failure, Object callback) {
        if (failure.getCause() instanceof TransactionAbortedException) {
            return null; // only of an abort without any error before it: the sink's own
        }
        boolean ended =
                ExceptionUtils.findThrowable(failure, InvalidProducerEpochException.class)
                                .isPresent()
                        || ExceptionUtils.findThrowable(failure, ProducerFencedException.class)
                                .isPresent();
        if (!ended) {
            return failure;
        }
        Object writer = read(callback, "this$0");
        return new FlinkRuntimeException(
                message(
                        (String) read(writer, "transactionalIdPrefix"),
                        (Properties) read(writer, "kafkaProducerConfig")),
                failure);
    }

    static String message(String prefix, Properties producer) {
        return "The broker has ended a transaction of the Kafka sink with the transactional-id"
                + " prefix '"
                + prefix
                + "', and takes no more records of it. Either another job, or another run of this"
                + " one, writes with the same prefix: give each job its own"
                + " (KafkaSinkBuilder.setTransactionalIdPrefix). Or the transaction was open for"
                + " longer than transaction.timeout.ms = "
                + producer.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)
                + " ms, because checkpoints are further apart or took longer: set a longer one."
                + " Nothing is lost: the job's last checkpoint comes before these records.";
    }

    private static Object read(Object from, String name) {
        try {
            Field field = from.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(from);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "This version of the Kafka connector has no field "
                            + name
                            + " in "
                            + from.getClass().getName(),
                    e);
        }
    }
}
