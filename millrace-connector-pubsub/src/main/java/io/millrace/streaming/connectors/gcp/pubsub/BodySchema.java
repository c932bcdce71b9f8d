// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import com.google.pubsub.v1.PubsubMessage;
import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubDeserializationSchema;
import io.millrace.util.Collector;
import java.util.Objects;

/** Reads the data of a message by a schema that knows nothing of Pub/Sub. */
final class BodySchema<T> implements PubSubDeserializationSchema<T> {

    private static final long serialVersionUID = 1L;

    private final DeserializationSchema<T> schema;

    BodySchema(DeserializationSchema<T> schema) {
        this.schema = Objects.requireNonNull(schema, "schema");
    }

    @Override
    public void open(DeserializationSchema.InitializationContext context) throws Exception {
        schema.open(context);
    }

    @Override
    public boolean isEndOfStream(T nextElement) {
        return schema.isEndOfStream(nextElement);
    }

    @Override
    public T deserialize(PubsubMessage message) throws Exception {
        return schema.deserialize(message.getData().toByteArray());
    }

    @Override
    public void deserialize(PubsubMessage message, Collector<T> out) throws Exception {
        schema.deserialize(message.getData().toByteArray(), out);
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return schema.getProducedType();
    }

    @Override
    public String toString() {
        return schema.toString();
    }
}
