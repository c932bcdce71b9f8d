// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base.array;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** An array of double: its length in 4 bytes, then the elements; not null. */
@Internal
public final class DoublePrimitiveArraySerializer extends TypeSerializerSingleton<double[]> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final DoublePrimitiveArraySerializer INSTANCE =
            new DoublePrimitiveArraySerializer();

    /** Equal to {@link #INSTANCE}. */
    public DoublePrimitiveArraySerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public double[] createInstance() {
        return new double[0];
    }

    @Override
    public double[] copy(double[] from) {
        return from.clone();
    }

    @Override
    public double[] copy(double[] from, double[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(double[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        for (double value : record) {
            target.writeDouble(value);
        }
    }

    @Override
    public double[] deserialize(DataInputView source) throws IOException {
        double[] values = new double[PrimitiveArrays.readLength(source)];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.readDouble();
        }
        return values;
    }

    @Override
    public double[] deserialize(double[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = PrimitiveArrays.readLength(source);
        target.writeInt(length);
        PrimitiveArrays.copyBytes(source, target, 8L * length);
    }

    @Override
    public TypeSerializerSnapshot<double[]> snapshotConfiguration() {
        return new DoublePrimitiveArraySerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class DoublePrimitiveArraySerializerSnapshot
            extends SimpleTypeSerializerSnapshot<double[]> {

        /** Also used when a checkpoint is read. */
        public DoublePrimitiveArraySerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
