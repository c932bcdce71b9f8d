// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

/** What an exception has to say; those of the client often say it in their causes only. */
final class Reasons {

    private Reasons() {}

    /** The messages of the exception and its causes, each once, or at least their classes. */
    static String of(Throwable thrown) {
        StringBuilder all = new StringBuilder();
        int depth = 0;
        for (Throwable at = thrown; at != null && depth < 10; at = at.getCause(), depth++) {
            String message = at.getMessage();
            if (message == null || message.isEmpty()) {
                continue;
            }
            if (at.getCause() != null && message.equals(at.getCause().toString())) {
                continue; // the cause says the same, without its class
            }
            if (all.indexOf(message) < 0) {
                all.append(all.length() == 0 ? "" : ": ").append(message);
            }
        }
        String hint = all.indexOf("PRECONDITION_FAILED - inequivalent arg") < 0 ? "" : INEQUIVALENT;
        return all.length() == 0
                ? (thrown == null ? "nothing was said" : thrown.getClass().getName())
                : all + hint;
    }

    private static final String INEQUIVALENT =
            " (the queue is there and was declared otherwise than setupQueue() does; override it in a"
                    + " subclass)";
}
