// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub.common;

import com.google.pubsub.v1.PubsubMessage;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.util.Collector;
import java.io.Serializable;

/**
 * Makes records of messages, with all that a message has: data, attributes, ordering key, id and
 * the time of its publication.
 *
 * @param <T> the records
 */
@PublicEvolving
public interface PubSubDeserializationSchema<T> extends Serializable, ResultTypeQueryable<T> {

    /** Called once before the first message, in the subtask. */
    default void open(DeserializationSchema.InitializationContext context) throws Exception {}

    /** Whether this record says that there will be no more; it is not emitted. */
    boolean isEndOfStream(T nextElement);

    /** Makes the record of a message; null for none. */
    T deserialize(PubsubMessage message) throws Exception;

    /** Makes any number of records of a message; by default what the other method makes. */
    default void deserialize(PubsubMessage message, Collector<T> out) throws Exception {
        T record = deserialize(message);
        if (record != null) {
            out.collect(record);
        }
    }
}
