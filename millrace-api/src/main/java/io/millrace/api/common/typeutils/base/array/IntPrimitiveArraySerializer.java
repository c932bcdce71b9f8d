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

/** An array of int: its length in 4 bytes, then the elements; not null. */
@Internal
public class IntPrimitiveArraySerializer extends TypeSerializerSingleton<int[]> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final IntPrimitiveArraySerializer INSTANCE = new IntPrimitiveArraySerializer();

    /** Equal to {@link #INSTANCE}. */
    public IntPrimitiveArraySerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public int[] createInstance() {
        return new int[0];
    }

    @Override
    public int[] copy(int[] from) {
        return from.clone();
    }

    @Override
    public int[] copy(int[] from, int[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(int[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        for (int value : record) {
            target.writeInt(value);
        }
    }

    @Override
    public int[] deserialize(DataInputView source) throws IOException {
        int[] values = new int[PrimitiveArrays.readLength(source)];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.readInt();
        }
        return values;
    }

    @Override
    public int[] deserialize(int[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = PrimitiveArrays.readLength(source);
        target.writeInt(length);
        PrimitiveArrays.copyBytes(source, target, 4L * length);
    }

    @Override
    public TypeSerializerSnapshot<int[]> snapshotConfiguration() {
        return new IntPrimitiveArraySerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class IntPrimitiveArraySerializerSnapshot
            extends SimpleTypeSerializerSnapshot<int[]> {

        /** Also used when a checkpoint is read. */
        public IntPrimitiveArraySerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
