// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

/**
 * Where classes are found by their names when state is read. Who runs code of the program has set
 * the program's class loader as the thread's own; where nobody has, what is beside it will do.
 */
public final class ProgramClasses {

    private ProgramClasses() {}

    /**
     * The class loader of the program that this thread runs.
     *
     * @param beside whose loader it is where the thread has none
     */
    public static ClassLoader loader(Class<?> beside) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            return context;
        }
        ClassLoader own = beside.getClassLoader();
        return own != null ? own : ProgramClasses.class.getClassLoader();
    }
}
