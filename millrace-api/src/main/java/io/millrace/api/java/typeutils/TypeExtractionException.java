// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Internal;

/** A type could not be found out by reflection. */
@Internal
public class TypeExtractionException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Without a message. */
    public TypeExtractionException() {}

    /** With a message. */
    public TypeExtractionException(String message) {
        super(message);
    }

    /** With both. */
    public TypeExtractionException(String message, Throwable cause) {
        super(message, cause);
    }
}
