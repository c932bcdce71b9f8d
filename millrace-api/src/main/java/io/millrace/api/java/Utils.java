// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java;

import io.millrace.annotation.Internal;
import java.net.URL;
import java.security.CodeSource;

/** Where in the user's program a call was made. */
@Internal
public final class Utils {

    private static final String OWN = "io.millrace.";

    /** Programs that come with the library; users of it all the same. */
    private static final String[] PROGRAMS = {
        "io.millrace.example.", "io.millrace.benchmark.", "io.millrace.tests."
    };

    private static final URL OWN_SOURCE = sourceOf(Utils.class);

    private Utils() {}

    /**
     * The place of the call that entered the library, such as {@code main(WordCount.java:23)}: the
     * nearest frame of the stack that is not the library's own.
     */
    public static String getCallLocationName() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(
                        frames ->
                                frames.filter(frame -> !isOwn(frame.getDeclaringClass()))
                                        .findFirst()
                                        .map(frame -> text(frame.toStackTraceElement()))
                                        .orElse("<unknown>"));
    }

    /** The place that many calls up the stack; 2 is the caller of this method. */
    public static String getCallLocationName(int depth) {
        StackTraceElement[] stack = Thread.currentThread().getStackTrace();
        return depth < stack.length ? text(stack[depth]) : "<unknown>";
    }

    private static boolean isOwn(Class<?> type) {
        String name = type.getName();
        if (name.startsWith("java.") || name.startsWith("jdk.")) {
            return true;
        }
        if (!name.startsWith(OWN)) {
            return false;
        }
        for (String program : PROGRAMS) {
            if (name.startsWith(program)) {
                return false;
            }
        }
        // The library's own tests have its package names, but lie elsewhere.
        URL source = sourceOf(type);
        return source == null || OWN_SOURCE == null || source.sameFile(OWN_SOURCE);
    }

    private static URL sourceOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }

    private static String text(StackTraceElement frame) {
        return frame.getMethodName()
                + "("
                + frame.getFileName()
                + ":"
                + frame.getLineNumber()
                + ")";
    }
}
