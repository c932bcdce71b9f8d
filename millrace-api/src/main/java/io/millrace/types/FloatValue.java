// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A float that can be given another value. */
@Public
public class FloatValue
        implements Comparable<FloatValue>,
                ResettableValue<FloatValue>,
                CopyableValue<FloatValue>,
                Key<FloatValue> {

    private static final long serialVersionUID = 1L;

    private float value;

    /** Zero. */
    public FloatValue() {}

    public FloatValue(float value) {
        this.value = value;
    }

    public float getValue() {
        return value;
    }

    public void setValue(float value) {
        this.value = value;
    }

    @Override
    public void setValue(FloatValue value) {
        this.value = value.value;
    }

    @Override
    public void read(DataInputView in) throws IOException {
        value = in.readFloat();
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeFloat(value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    @Override
    public int compareTo(FloatValue other) {
        return Float.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return Float.hashCode(value);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof FloatValue other && Float.compare(value, other.value) == 0;
    }

    @Override
    public int getBinaryLength() {
        return 4;
    }

    @Override
    public void copyTo(FloatValue target) {
        target.value = value;
    }

    @Override
    public FloatValue copy() {
        return new FloatValue(value);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, 4);
    }
}
