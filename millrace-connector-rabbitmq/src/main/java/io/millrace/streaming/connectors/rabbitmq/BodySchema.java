// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import java.io.IOException;
import java.util.Objects;

/** Reads the body by a schema that knows of nothing else. */
final class BodySchema<T> implements RMQDeserializationSchema<T> {

    private static final long serialVersionUID = 1L;

    private final DeserializationSchema<T> schema;

    BodySchema(DeserializationSchema<T> schema) {
        this.schema = Objects.requireNonNull(schema, "deserializationSchema");
    }

    @Override
    public void open(DeserializationSchema.InitializationContext context) throws Exception {
        schema.open(context);
    }

    @Override
    public void deserialize(
            Envelope envelope,
            AMQP.BasicProperties properties,
            byte[] body,
            RMQCollector<T> collector)
            throws IOException {
        if (collector.setMessageIdentifiers(
                properties.getCorrelationId(), envelope.getDeliveryTag())) {
            schema.deserialize(body, collector);
        }
    }

    @Override
    public boolean isEndOfStream(T nextElement) {
        return schema.isEndOfStream(nextElement);
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return schema.getProducedType();
    }

    /** As the schema is called in errors. */
    @Override
    public String toString() {
        return schema.getClass().getName();
    }
}
