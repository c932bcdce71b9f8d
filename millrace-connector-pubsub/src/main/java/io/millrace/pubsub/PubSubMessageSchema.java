// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.pubsub;

import com.google.pubsub.v1.PubsubMessage;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.SerializationSchema;

/**
 * Makes whole messages of records, with ordering key and attributes; given to the sink's builder in
 * place of a schema that makes data only. Messages with one ordering key are published in the order
 * in which the subtask was given their records.
 *
 * @param <T> the records
 */
@PublicEvolving
@FunctionalInterface
public interface PubSubMessageSchema<T> extends SerializationSchema<T> {

    /** Makes the message of a record. What the service sets itself, its id and time, is ignored. */
    PubsubMessage message(T element);

    /** The data alone. */
    @Override
    default byte[] serialize(T element) {
        return message(element).getData().toByteArray();
    }
}
