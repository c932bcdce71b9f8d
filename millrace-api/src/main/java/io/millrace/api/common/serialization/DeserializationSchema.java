// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.metrics.MetricGroup;
import io.millrace.util.Collector;
import io.millrace.util.UserCodeClassLoader;
import java.io.IOException;
import java.io.Serializable;

/** Turns the bytes of a message into records. */
public interface DeserializationSchema<T> extends Serializable, ResultTypeQueryable<T> {

    /** Called once before the first message. */
    default void open(InitializationContext context) throws Exception {}

    /** The record in a message; null leaves the message out. */
    T deserialize(byte[] message) throws IOException;

    /** Emits the records in a message. */
    default void deserialize(byte[] message, Collector<T> out) throws IOException {
        T record = deserialize(message);
        if (record != null) {
            out.collect(record);
        }
    }

    /** Whether this record says that there are no more. */
    boolean isEndOfStream(T nextElement);

    /** What surrounds the schema. */
    interface InitializationContext {

        MetricGroup getMetricGroup();

        UserCodeClassLoader getUserCodeClassLoader();
    }
}
