// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.rename.Renaming;

/**
 * Asked by a program that was compiled against Flink, in place of {@link Class#forName}: a name of
 * Flink's is renamed first. Public because the program calls it; for nobody else.
 */
public final class NamedClasses {

    private static final StackWalker CALLER =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static final Renaming RENAMING = new FlinkNames(name -> false).toMillrace();

    private NamedClasses() {}

    /** The class of that name, as the caller sees it. */
    public static Class<?> forName(String className) throws ClassNotFoundException {
        return Class.forName(here(className), true, CALLER.getCallerClass().getClassLoader());
    }

    /** The class of that name, as the loader has it. */
    public static Class<?> forName(String className, boolean initialize, ClassLoader loader)
            throws ClassNotFoundException {
        return Class.forName(here(className), initialize, loader);
    }

    /** Also of an array: {@code [[Lorg.apache.flink.X;}. */
    private static String here(String className) {
        int begin = className.startsWith("[") ? className.lastIndexOf('[') + 2 : 0;
        return begin > className.length()
                ? className
                : className.substring(0, begin) + RENAMING.className(className.substring(begin));
    }
}
