// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A boolean that can be given another value. */
@Public
public class BooleanValue
        implements NormalizableKey<BooleanValue>,
                ResettableValue<BooleanValue>,
                CopyableValue<BooleanValue> {

    private static final long serialVersionUID = 1L;

    public static final BooleanValue TRUE = new BooleanValue(true);

    public static final BooleanValue FALSE = new BooleanValue(false);

    private boolean value;

    /** False. */
    public BooleanValue() {}

    public BooleanValue(boolean value) {
        this.value = value;
    }

    public boolean get() {
        return value;
    }

    public void set(boolean value) {
        this.value = value;
    }

    public boolean getValue() {
        return value;
    }

    public void setValue(boolean value) {
        this.value = value;
    }

    @Override
    public void setValue(BooleanValue value) {
        this.value = value.value;
    }

    @Override
    public void read(DataInputView in) throws IOException {
        value = in.readBoolean();
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeBoolean(value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    @Override
    public int compareTo(BooleanValue other) {
        return Boolean.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return value ? 1 : 0;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof BooleanValue other && value == other.value;
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
    public void copyTo(BooleanValue target) {
        target.value = value;
    }

    @Override
    public BooleanValue copy() {
        return new BooleanValue(value);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, 1);
    }
}
