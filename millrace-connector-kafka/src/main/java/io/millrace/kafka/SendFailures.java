// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.util.FlinkRuntimeException;
import java.lang.reflect.Field;
import java.util.Properties;
import org.apache.kafka.common.errors.TransactionAbortedException;

/**
 * What the connector says of a record that Kafka did not take, and what it leaves out: which
 * settings to look at when the broker has ended the transaction, or does not answer; and that
 * nothing has failed when the sink has ended it itself, because the job is stopped.
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
        Object writer = read(callback, "this$0");
        Exception explained =
                WriterFailures.explained(
                        failure,
                        transactionalId(writer),
                        (String) read(writer, "transactionalIdPrefix"),
                        (Properties) read(writer, "kafkaProducerConfig"));
        return explained == failure ? failure : (ExplainedFailure) explained;
    }

    /** Of the transaction that a {@code KafkaWriter} has open; null if it has none. */
    static String transactionalId(Object writer) {
        Object producer = read(writer, "currentProducer");
        return producer == null ? null : (String) read(producer, "transactionalId");
    }

    /** The connector keeps what it was given to itself. */
    static Object read(Object from, String name) {
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
