// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A char that can be given another value. */
@Public
public class CharValue
        implements NormalizableKey<CharValue>,
                ResettableValue<CharValue>,
                CopyableValue<CharValue> {

    private static final long serialVersionUID = 1L;

    private char value;

    /** The character 0. */
    public CharValue() {}

    public CharValue(char value) {
        this.value = value;
    }

    public char getValue() {
        return value;
    }

    public void setValue(char value) {
        this.value = value;
    }

    @Override
    public void setValue(CharValue value) {
        this.value = value.value;
    }

    @Override
    public void read(DataInputView in) throws IOException {
        value = in.readChar();
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeChar(value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    @Override
    public int compareTo(CharValue other) {
        return Character.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return Character.hashCode(value);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof CharValue other && value == other.value;
    }

    @Override
    public int getMaxNormalizedKeyLen() {
        return 2;
    }

    @Override
    public int getBinaryLength() {
        return 2;
    }

    @Override
    public void copyTo(CharValue target) {
        target.value = value;
    }

    @Override
    public CharValue copy() {
        return new CharValue(value);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, 2);
    }
}
