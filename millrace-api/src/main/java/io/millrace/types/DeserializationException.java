// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;

/** Bytes could not be turned into a value. */
@Public
public class DeserializationException extends RuntimeException {

    private static final long serialVersionUID = -8725950711347033148L;

    /** Without a message. */
    public DeserializationException() {}

    /** With both. */
    public DeserializationException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a message. */
    public DeserializationException(String message) {
        super(message);
    }

    /** With a cause. */
    public DeserializationException(Throwable cause) {
        super(cause);
    }
}
