// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/** A restored state can't be read into today's classes; who catches it says which state it is. */
public final class IncompatibleShape extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Of that message, which may be empty if the types themselves tell it; see {@link #between}.
     */
    IncompatibleShape(String message) {
        super(message);
    }

    IncompatibleShape(String message, Throwable cause) {
        super(message, cause);
    }

    /** What must be told of it, given the texts of both types. */
    public String between(String old, String now) {
        return getMessage().isEmpty() ? TypeChange.between(old, now) : getMessage();
    }
}
