// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.util.Collector;
import java.io.IOException;
import java.io.Serializable;

/**
 * Makes records of a message, of which it sees the envelope and the properties too.
 *
 * @param <T> the records
 */
@PublicEvolving
public interface RMQDeserializationSchema<T> extends Serializable, ResultTypeQueryable<T> {

    /** Called once before the first message, on the task that runs the schema. */
    @PublicEvolving
    default void open(DeserializationSchema.InitializationContext context) throws Exception {}

    /**
     * Gives the message's records, none or several, to the collector. Runs on the source's thread,
     * under its lock.
     *
     * <p>A message is known by its property {@code correlation_id} unless {@link
     * RMQCollector#setMessageIdentifiers} says otherwise, before the first record. One that yields
     * no record is acknowledged as others are.
     *
     * @throws IOException when the message can't be read; the job fails
     */
    void deserialize(
            Envelope envelope,
            AMQP.BasicProperties properties,
            byte[] body,
            RMQCollector<T> collector)
            throws IOException;

    /** Whether a record says that the stream ends with it; such a record is not emitted. */
    boolean isEndOfStream(T nextElement);

    /**
     * Takes the records of one message.
     *
     * @param <T> the records
     */
    @Public
    interface RMQCollector<T> extends Collector<T> {

        /**
         * Names the message, once, before its first record.
         *
         * @param correlationId what is the same in all deliveries of the message and in no other
         *     message; looked at only by a source that uses such ids
         * @param deliveryTag the envelope's
         * @return whether the message is new; records of one that is not are dropped
         */
        boolean setMessageIdentifiers(String correlationId, long deliveryTag);
    }
}
