// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

/** An asynchronous function has answered with an error, and nobody wants to ask again. */
final class AnswerFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int LONGEST_RECORD = 200;

    AnswerFailed(Object record, int tries, Throwable cause) {
        super(
                "The asynchronous function completed the record "
                        + shown(record)
                        + " with an error"
                        + (tries > 1 ? ", at try " + tries : "")
                        + ": "
                        + cause,
                cause);
    }

    /** A record's own text may be long, or fail. */
    private static String shown(Object record) {
        String text;
        try {
            text = String.valueOf(record);
        } catch (RuntimeException e) {
            return "of " + record.getClass();
        }
        return text.length() <= LONGEST_RECORD ? text : text.substring(0, LONGEST_RECORD) + "...";
    }
}
