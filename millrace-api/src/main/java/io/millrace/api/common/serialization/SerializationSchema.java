// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.metrics.MetricGroup;
import io.millrace.util.UserCodeClassLoader;
import java.io.Serializable;

/** Turns a record into the bytes of a message. */
public interface SerializationSchema<T> extends Serializable {

    /** Called once before the first record. */
    default void open(InitializationContext context) throws Exception {}

    /** The record's bytes. */
    byte[] serialize(T element);

    /** What surrounds the schema. */
    interface InitializationContext {

        MetricGroup getMetricGroup();

        UserCodeClassLoader getUserCodeClassLoader();
    }
}
