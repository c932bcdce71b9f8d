// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.VisibleForTesting;

/** A class loader that is never let go. */
@VisibleForTesting
public class SimpleUserCodeClassLoader implements UserCodeClassLoader {

    private final ClassLoader classLoader;

    private SimpleUserCodeClassLoader(ClassLoader classLoader) {
        this.classLoader = classLoader;
    }

    @Override
    public ClassLoader asClassLoader() {
        return classLoader;
    }

    /** The hook is never run, for the loader is never let go. */
    @Override
    public void registerReleaseHookIfAbsent(String releaseHookName, Runnable releaseHook) {}

    /** For a loader. */
    public static SimpleUserCodeClassLoader create(ClassLoader classLoader) {
        return new SimpleUserCodeClassLoader(classLoader);
    }
}
