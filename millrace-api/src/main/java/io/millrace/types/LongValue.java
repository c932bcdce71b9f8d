// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A long that can be given another value. */
@Public
public class LongValue
        implements NormalizableKey<LongValue>,
                ResettableValue<LongValue>,
                CopyableValue<LongValue> {

    private static final long serialVersionUID = 1L;

    private long value;

    /** Zero. */
    public LongValue() {}

    public LongValue(long value) {
        this.value = value;
    }

    public long getValue() {
        return value;
    }

    public void setValue(long value) {
        this.value = value;
    }

    @Override
    public void setValue(LongValue value) {
        this.value = value.value;
    }

    @Override
    public void read(DataInputView in) throws IOException {
        value = in.readLong();
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeLong(value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    @Override
    public int compareTo(LongValue other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return 43 + Long.hashCode(value);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof LongValue other && value == other.value;
    }

    @Override
    public int getMaxNormalizedKeyLen() {
        return 8;
    }

    @Override
    public int getBinaryLength() {
        return 8;
    }

    @Override
    public void copyTo(LongValue target) {
        target.value = value;
    }

    @Override
    public LongValue copy() {
        return new LongValue(value);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, 8);
    }
}
