// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.MetricGroup;
import io.millrace.util.UserCodeClassLoader;
import java.io.Serializable;

/**
 * Turns a record into the bytes of a message.
 *
 * @param <T> the records
 */
@Public
public interface SerializationSchema<T> extends Serializable {

    /** Called once before the first record, on the task that runs the schema. */
    @PublicEvolving
    default void open(InitializationContext context) throws Exception {}

    /** The bytes of a record. */
    byte[] serialize(T element);

    /** What a schema may ask for when it is opened. */
    @PublicEvolving
    interface InitializationContext {

        /** Where the schema's metrics go. */
        MetricGroup getMetricGroup();

        /** The class loader of the user's program. */
        UserCodeClassLoader getUserCodeClassLoader();
    }
}
