// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.util.UserCodeClassLoader;

/** The user's class loader as sources and sinks see it. */
record UserLoader(ClassLoader loader) implements UserCodeClassLoader {

    @Override
    public ClassLoader asClassLoader() {
        return loader;
    }

    @Override
    public void registerReleaseHookIfAbsent(String releaseHookName, Runnable releaseHook) {
        ReleaseHooks.registerIfAbsent(loader, releaseHookName, releaseHook);
    }
}
