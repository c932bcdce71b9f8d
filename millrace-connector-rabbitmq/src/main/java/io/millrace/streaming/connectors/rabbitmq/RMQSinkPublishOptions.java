// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import com.rabbitmq.client.AMQP;
import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * Where each record of a sink goes, and with which properties. Called on the sink's task for each
 * record.
 *
 * @param <IN> the records
 */
@PublicEvolving
public interface RMQSinkPublishOptions<IN> extends Serializable {

    /** The routing key; for the exchange {@code ""}, the queue's name. */
    String computeRoutingKey(IN a);

    /**
     * The message's properties; null for none, but that the message is persistent. One whose
     * properties do not say so ({@code deliveryMode(2)}) is lost when the broker restarts, although
     * it was confirmed, unless its queue keeps all messages. A reader that knows messages by their
     * correlation ids needs one here that the record has again when it is written again.
     */
    AMQP.BasicProperties computeProperties(IN a);

    /** The exchange; {@code ""} for the default exchange, which leads to queues by their names. */
    String computeExchange(IN a);

    /**
     * Whether the broker gives back a message that leads to no queue. Without a listener a message
     * that is given back fails the job; what is not mandatory is dropped by the broker.
     */
    default boolean computeMandatory(IN a) {
        return false;
    }

    /**
     * Whether a message is given back that can't be consumed at once. RabbitMQ has not had that
     * since version 3 and closes the connection over it; the sink refuses such a record.
     */
    default boolean computeImmediate(IN a) {
        return false;
    }
}
