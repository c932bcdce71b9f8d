// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.connector.sink2.Sink;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Sink functions of older names that stand for a sink: each class that does so says here how the
 * sink is had, when it is loaded. Any thread.
 */
public final class SinkFunctions {

    private static final Map<Class<?>, Function<SinkFunction<?>, Sink<?>>> KNOWN =
            new ConcurrentHashMap<>();

    private SinkFunctions() {}

    /** Said by the class itself, in its initializer. */
    public static void teach(Class<?> type, Function<SinkFunction<?>, Sink<?>> sink) {
        KNOWN.put(type, sink);
    }

    /** The sink that a function stands for; null when it is a function like others. */
    @SuppressWarnings("unchecked") // a function and the sink it stands for write the same records
    public static <T> Sink<T> sinkOf(SinkFunction<T> function) {
        for (Class<?> at = function.getClass(); at != null; at = at.getSuperclass()) {
            Function<SinkFunction<?>, Sink<?>> sink = KNOWN.get(at);
            if (sink != null) {
                return (Sink<T>) sink.apply(function);
            }
        }
        return null;
    }
}
