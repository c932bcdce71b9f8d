// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** Nothing, where a value has to be. */
@Public
public final class NullValue implements NormalizableKey<NullValue>, CopyableValue<NullValue> {

    private static final long serialVersionUID = 1L;

    private static final NullValue INSTANCE = new NullValue();

    /** Equal to {@link #getInstance}. */
    public NullValue() {}

    /** The one that one needs. */
    public static NullValue getInstance() {
        return INSTANCE;
    }

    @Override
    public String toString() {
        return "(null)";
    }

    @Override
    public void read(DataInputView in) throws IOException {
        in.readBoolean();
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeBoolean(false);
    }

    @Override
    public int compareTo(NullValue other) {
        return 0;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof NullValue;
    }

    @Override
    public int hashCode() {
        return 53;
    }

    @Override
    public int getMaxNormalizedKeyLen() {
        return 0;
    }

    @Override
    public int getBinaryLength() {
        return 1;
    }

    @Override
    public void copyTo(NullValue target) {}

    @Override
    public NullValue copy() {
        return INSTANCE;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, 1);
    }
}
