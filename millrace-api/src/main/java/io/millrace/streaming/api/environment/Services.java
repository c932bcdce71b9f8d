// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.spi.PipelineExecutor;
import io.millrace.spi.TextSourceFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Finds what stands above the API: it is looked for among what came with Millrace first, then in
 * the user's class loader.
 */
final class Services {

    private Services() {}

    static PipelineExecutor executor(ClassLoader userClassLoader) {
        return only(
                PipelineExecutor.class,
                userClassLoader,
                "There is no engine on the class path to run this job. Add io.millrace:millrace-engine, or"
                        + " io.millrace:millrace, which brings it.");
    }

    static TextSourceFactory textSourceFactory(ClassLoader userClassLoader) {
        return only(
                TextSourceFactory.class,
                userClassLoader,
                "readTextFile needs the connector for files, which is not on the class path. Add"
                        + " io.millrace:millrace-connector-files.");
    }

    private static <S> S only(Class<S> service, ClassLoader userClassLoader, String missing) {
        Map<Class<?>, S> found = new LinkedHashMap<>();
        ServiceLoader.load(service, service.getClassLoader())
                .forEach(provider -> found.putIfAbsent(provider.getClass(), provider));
        if (found.isEmpty()) {
            ServiceLoader.load(service, userClassLoader)
                    .forEach(provider -> found.putIfAbsent(provider.getClass(), provider));
        }
        if (found.isEmpty()) {
            throw new IllegalStateException(missing);
        }
        if (found.size() > 1) {
            throw new IllegalStateException(
                    "There are several implementations of "
                            + service.getName()
                            + " on the class path, and only one may be: "
                            + found.keySet());
        }
        return found.values().iterator().next();
    }
}
