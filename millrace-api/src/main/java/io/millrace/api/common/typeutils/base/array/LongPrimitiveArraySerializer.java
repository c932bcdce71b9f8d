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

/** An array of long: its length in 4 bytes, then the elements; not null. */
@Internal
public final class LongPrimitiveArraySerializer extends TypeSerializerSingleton<long[]> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final LongPrimitiveArraySerializer INSTANCE = new LongPrimitiveArraySerializer();

    /** Equal to {@link #INSTANCE}. */
    public LongPrimitiveArraySerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public long[] createInstance() {
        return new long[0];
    }

    @Override
    public long[] copy(long[] from) {
        return from.clone();
    }

    @Override
    public long[] copy(long[] from, long[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(long[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        for (long value : record) {
            target.writeLong(value);
        }
    }

    @Override
    public long[] deserialize(DataInputView source) throws IOException {
        long[] values = new long[PrimitiveArrays.readLength(source)];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.readLong();
        }
        return values;
    }

    @Override
    public long[] deserialize(long[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = PrimitiveArrays.readLength(source);
        target.writeInt(length);
        PrimitiveArrays.copyBytes(source, target, 8L * length);
    }

    @Override
    public TypeSerializerSnapshot<long[]> snapshotConfiguration() {
        return new LongPrimitiveArraySerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class LongPrimitiveArraySerializerSnapshot
            extends SimpleTypeSerializerSnapshot<long[]> {

        /** Also used when a checkpoint is read. */
        public LongPrimitiveArraySerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
