// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.PublicEvolving;

/** What a row does to a table. */
@PublicEvolving
public enum RowKind {
    /** A new row. */
    INSERT("+I", (byte) 0),
    /** What a changed row was. */
    UPDATE_BEFORE("-U", (byte) 1),
    /** What a changed row is. */
    UPDATE_AFTER("+U", (byte) 2),
    /** A row that is gone. */
    DELETE("-D", (byte) 3);

    private final String shortString;
    private final byte value;

    RowKind(String shortString, byte value) {
        this.shortString = shortString;
        this.value = value;
    }

    /** Two characters for people. */
    public String shortString() {
        return shortString;
    }

    /** The number that it is written as. */
    public byte toByteValue() {
        return value;
    }

    /**
     * The kind of that number.
     *
     * @throws UnsupportedOperationException when there is none
     */
    public static RowKind fromByteValue(byte value) {
        for (RowKind kind : values()) {
            if (kind.value == value) {
                return kind;
            }
        }
        throw new UnsupportedOperationException("There is no kind of row with number " + value);
    }
}
