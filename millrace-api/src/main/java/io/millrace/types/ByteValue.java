// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A byte that can be given another value. */
@Public
public class ByteValue
        implements NormalizableKey<ByteValue>,
                ResettableValue<ByteValue>,
                CopyableValue<ByteValue> {

    private static final long serialVersionUID = 1L;

    private byte value;

    /** Zero. */
    public ByteValue() {}

    public ByteValue(byte value) {
        this.value = value;
    }

    public byte getValue() {
        return value;
    }

    public void setValue(byte value) {
        this.value = value;
    }

    @Override
    public void setValue(ByteValue value) {
        this.value = value.value;
    }

    @Override
    public void read(DataInputView in) throws IOException {
        value = in.readByte();
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeByte(value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    @Override
    public int compareTo(ByteValue other) {
        return Byte.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return Byte.hashCode(value);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof ByteValue other && value == other.value;
    }

    @Override
    public int getMaxNormalizedKeyLen() {
        return 1;
    }

    @Override
    public int getBinaryLength() {
        return 1;
    }

    @Override
    public void copyTo(ByteValue target) {
        target.value = value;
    }

    @Override
    public ByteValue copy() {
        return new ByteValue(value);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, 1);
    }
}
