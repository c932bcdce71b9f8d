// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;

/** A field is null where null cannot be. */
@Public
public class NullFieldException extends RuntimeException {

    private static final long serialVersionUID = -8820467525772321173L;

    private final int fieldPos;

    /** Without a position. */
    public NullFieldException() {
        this.fieldPos = -1;
    }

    /** Without a position. */
    public NullFieldException(String message) {
        super(message);
        this.fieldPos = -1;
    }

    /** The field at that position was null. */
    public NullFieldException(int fieldIdx) {
        super(message(fieldIdx));
        this.fieldPos = fieldIdx;
    }

    /** The field at that position was null. */
    public NullFieldException(int fieldIdx, Throwable cause) {
        super(message(fieldIdx), cause);
        this.fieldPos = fieldIdx;
    }

    /** The field's position from 0, or -1 if it is not known. */
    public int getFieldPos() {
        return fieldPos;
    }

    private static String message(int field) {
        return "Field " + field + " is null, but must have a value.";
    }
}
