// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.Public;

/**
 * The program cannot be run as it is written. Thrown in the caller's thread, before anything runs.
 */
@Public
public class InvalidProgramException extends RuntimeException {

    private static final long serialVersionUID = 3119881934024032887L;

    /** Without a message. */
    public InvalidProgramException() {}

    /** With a message. */
    public InvalidProgramException(String message) {
        super(message);
    }

    /** With both. */
    public InvalidProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
