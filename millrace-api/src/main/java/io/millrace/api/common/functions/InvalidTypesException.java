// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.api.common.InvalidProgramException;

/** A type is needed that the program does not tell, or types of the program do not fit. */
@Public
public class InvalidTypesException extends InvalidProgramException {

    private static final long serialVersionUID = 1L;

    /** Without a message. */
    public InvalidTypesException() {}

    /** With a message. */
    public InvalidTypesException(String message) {
        super(message);
    }

    /** With both. */
    public InvalidTypesException(String message, Throwable cause) {
        super(message, cause);
    }
}
