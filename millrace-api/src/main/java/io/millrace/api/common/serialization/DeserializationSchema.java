// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.metrics.MetricGroup;
import io.millrace.util.Collector;
import io.millrace.util.UserCodeClassLoader;
import java.io.IOException;
import java.io.Serializable;

/**
 * Turns the bytes of a message into a record.
 *
 * @param <T> the records
 */
@Public
public interface DeserializationSchema<T> extends Serializable, ResultTypeQueryable<T> {

    /** Called once before the first message, on the task that runs the schema. */
    @PublicEvolving
    default void open(InitializationContext context) throws Exception {}

    /** The record in a message, or null to drop the message. */
    T deserialize(byte[] message) throws IOException;

    /** Gives the records in a message to the collector; by default the one of the other method. */
    @PublicEvolving
    default void deserialize(byte[] message, Collector<T> out) throws IOException {
        T record = deserialize(message);
        if (record != null) {
            out.collect(record);
        }
    }

    /** Whether a record says that the stream ends with it; such a record is not emitted. */
    boolean isEndOfStream(T nextElement);

    /** What a schema may ask for when it is opened. */
    @PublicEvolving
    interface InitializationContext {

        /** Where the schema's metrics go. */
        MetricGroup getMetricGroup();

        /** The class loader of the user's program. */
        UserCodeClassLoader getUserCodeClassLoader();
    }
}
