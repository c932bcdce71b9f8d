// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A short that can be given another value. */
@Public
public class ShortValue
        implements NormalizableKey<ShortValue>,
                ResettableValue<ShortValue>,
                CopyableValue<ShortValue> {

    private static final long serialVersionUID = 1L;

    private short value;

    /** Zero. */
    public ShortValue() {}

    public ShortValue(short value) {
        this.value = value;
    }

    public short getValue() {
        return value;
    }

    public void setValue(short value) {
        this.value = value;
    }

    @Override
    public void setValue(ShortValue value) {
        this.value = value.value;
    }

    @Override
    public void read(DataInputView in) throws IOException {
        value = in.readShort();
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeShort(value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    @Override
    public int compareTo(ShortValue other) {
        return Short.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return Short.hashCode(value);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof ShortValue other && value == other.value;
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
    public void copyTo(ShortValue target) {
        target.value = value;
    }

    @Override
    public ShortValue copy() {
        return new ShortValue(value);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, 2);
    }
}
