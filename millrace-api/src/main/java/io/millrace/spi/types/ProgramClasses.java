// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

/**
 * Where classes are found by their names when state is read. Who runs code of the program has set
 * the program's class loader as the thread's own; where nobody has, what is beside it will do.
 */
public final class ProgramClasses {

    private static final String FLINK = "org.apache.flink.";

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

    /**
     * The class that a setting names. A program that was compiled against Flink may have made the
     * name while it runs; its loader knows the class by that, too.
     *
     * @throws ClassNotFoundException if the loader has none of that name
     */
    public static Class<?> named(String name, boolean initialize, ClassLoader loader)
            throws ClassNotFoundException {
        try {
            return Class.forName(name, initialize, loader);
        } catch (ClassNotFoundException e) {
            if (loader == null || !name.startsWith(FLINK)) {
                throw e;
            }
            // Class.forName takes no class that is called otherwise than was asked.
            return Class.forName(loader.loadClass(name).getName(), initialize, loader);
        }
    }
}
