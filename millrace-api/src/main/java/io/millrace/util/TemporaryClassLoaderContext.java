// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Internal;

/** Makes a loader the context loader of this thread until it is closed, in a try statement. */
@Internal
public final class TemporaryClassLoaderContext implements AutoCloseable {

    private final Thread thread;
    private final ClassLoader originalContextClassLoader;

    private TemporaryClassLoaderContext(Thread thread, ClassLoader originalContextClassLoader) {
        this.thread = thread;
        this.originalContextClassLoader = originalContextClassLoader;
    }

    /** From now on. */
    public static TemporaryClassLoaderContext of(ClassLoader cl) {
        Thread thread = Thread.currentThread();
        ClassLoader original = thread.getContextClassLoader();
        thread.setContextClassLoader(cl);
        return new TemporaryClassLoaderContext(thread, original);
    }

    @Override
    public void close() {
        thread.setContextClassLoader(originalContextClassLoader);
    }
}
