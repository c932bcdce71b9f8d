// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.metrics.MetricGroup;
import io.millrace.util.UserCodeClassLoader;
import java.util.function.Function;

/** Lets a schema be opened by whoever has a runtime context. */
@Internal
public final class RuntimeContextInitializationContextAdapters {

    public RuntimeContextInitializationContextAdapters() {}

    /** For a schema that reads; its metrics go where the function's go. */
    public static DeserializationSchema.InitializationContext deserializationAdapter(
            RuntimeContext runtimeContext) {
        return deserializationAdapter(runtimeContext, Function.identity());
    }

    /** For a schema that reads. */
    public static DeserializationSchema.InitializationContext deserializationAdapter(
            RuntimeContext runtimeContext, Function<MetricGroup, MetricGroup> mapMetricGroup) {
        return new Reading(
                mapMetricGroup.apply(runtimeContext.getMetricGroup()), new Loader(runtimeContext));
    }

    /** For a schema that writes; its metrics go where the function's go. */
    public static SerializationSchema.InitializationContext serializationAdapter(
            RuntimeContext runtimeContext) {
        return serializationAdapter(runtimeContext, Function.identity());
    }

    /** For a schema that writes. */
    public static SerializationSchema.InitializationContext serializationAdapter(
            RuntimeContext runtimeContext, Function<MetricGroup, MetricGroup> mapMetricGroup) {
        return new Writing(
                mapMetricGroup.apply(runtimeContext.getMetricGroup()), new Loader(runtimeContext));
    }

    private record Reading(MetricGroup getMetricGroup, UserCodeClassLoader getUserCodeClassLoader)
            implements DeserializationSchema.InitializationContext {}

    private record Writing(MetricGroup getMetricGroup, UserCodeClassLoader getUserCodeClassLoader)
            implements SerializationSchema.InitializationContext {}

    private record Loader(RuntimeContext context) implements UserCodeClassLoader {

        @Override
        public ClassLoader asClassLoader() {
            return context.getUserCodeClassLoader();
        }

        @Override
        public void registerReleaseHookIfAbsent(String releaseHookName, Runnable releaseHook) {
            context.registerUserCodeClassLoaderReleaseHookIfAbsent(releaseHookName, releaseHook);
        }
    }
}
