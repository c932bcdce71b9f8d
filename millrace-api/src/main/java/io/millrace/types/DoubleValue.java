// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A double that can be given another value. */
@Public
public class DoubleValue
        implements Comparable<DoubleValue>,
                ResettableValue<DoubleValue>,
                CopyableValue<DoubleValue>,
                Key<DoubleValue> {

    private static final long serialVersionUID = 1L;

    private double value;

    /** Zero. */
    public DoubleValue() {}

    public DoubleValue(double value) {
        this.value = value;
    }

    public double getValue() {
        return value;
    }

    public void setValue(double value) {
        this.value = value;
    }

    @Override
    public void setValue(DoubleValue value) {
        this.value = value.value;
    }

    @Override
    public void read(DataInputView in) throws IOException {
        value = in.readDouble();
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeDouble(value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    @Override
    public int compareTo(DoubleValue other) {
        return Double.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return 31 + Double.hashCode(value);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof DoubleValue other && Double.compare(value, other.value) == 0;
    }

    @Override
    public int getBinaryLength() {
        return 8;
    }

    @Override
    public void copyTo(DoubleValue target) {
        target.value = value;
    }

    @Override
    public DoubleValue copy() {
        return new DoubleValue(value);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, 8);
    }
}
