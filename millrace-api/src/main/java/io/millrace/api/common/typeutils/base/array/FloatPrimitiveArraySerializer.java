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

/** An array of float: its length in 4 bytes, then the elements; not null. */
@Internal
public final class FloatPrimitiveArraySerializer extends TypeSerializerSingleton<float[]> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final FloatPrimitiveArraySerializer INSTANCE =
            new FloatPrimitiveArraySerializer();

    /** Equal to {@link #INSTANCE}. */
    public FloatPrimitiveArraySerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public float[] createInstance() {
        return new float[0];
    }

    @Override
    public float[] copy(float[] from) {
        return from.clone();
    }

    @Override
    public float[] copy(float[] from, float[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(float[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        for (float value : record) {
            target.writeFloat(value);
        }
    }

    @Override
    public float[] deserialize(DataInputView source) throws IOException {
        float[] values = new float[PrimitiveArrays.readLength(source)];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.readFloat();
        }
        return values;
    }

    @Override
    public float[] deserialize(float[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = PrimitiveArrays.readLength(source);
        target.writeInt(length);
        PrimitiveArrays.copyBytes(source, target, 4L * length);
    }

    @Override
    public TypeSerializerSnapshot<float[]> snapshotConfiguration() {
        return new FloatPrimitiveArraySerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class FloatPrimitiveArraySerializerSnapshot
            extends SimpleTypeSerializerSnapshot<float[]> {

        /** Also used when a checkpoint is read. */
        public FloatPrimitiveArraySerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
