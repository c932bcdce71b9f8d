// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

/** Where in the user's program a call was made, for messages. */
public final class CallSite {

    private static final String STREAMS = "io.millrace.streaming.api.datastream.";
    private static final String ENVIRONMENT = "io.millrace.streaming.api.environment.";
    private static final String TEST = "Test";

    private CallSite() {}

    /** The call and, when it can be seen, the file and line it stands in. */
    public static String of(String call) {
        return StackWalker.getInstance()
                .walk(
                        frames ->
                                frames.filter(frame -> !isOurs(frame.getClassName()))
                                        .findFirst()
                                        .map(
                                                frame ->
                                                        call
                                                                + " at "
                                                                + frame.getFileName()
                                                                + ":"
                                                                + frame.getLineNumber())
                                        .orElse(call));
    }

    private static boolean isOurs(String className) {
        return className.equals(CallSite.class.getName())
                || (className.startsWith(STREAMS) || className.startsWith(ENVIRONMENT))
                        && !className.endsWith(TEST);
    }
}
