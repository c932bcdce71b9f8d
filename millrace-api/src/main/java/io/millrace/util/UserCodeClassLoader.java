// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.PublicEvolving;

/** The class loader of a program, and what is to be done when it is let go. */
@PublicEvolving
public interface UserCodeClassLoader {

    /** The loader. */
    ClassLoader asClassLoader();

    /** Runs the hook when the loader is let go. A name that is taken keeps its first hook. */
    void registerReleaseHookIfAbsent(String releaseHookName, Runnable releaseHook);
}
