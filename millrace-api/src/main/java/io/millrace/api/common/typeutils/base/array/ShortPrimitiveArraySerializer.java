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

/** An array of short: its length in 4 bytes, then the elements; not null. */
@Internal
public final class ShortPrimitiveArraySerializer extends TypeSerializerSingleton<short[]> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final ShortPrimitiveArraySerializer INSTANCE =
            new ShortPrimitiveArraySerializer();

    /** Equal to {@link #INSTANCE}. */
    public ShortPrimitiveArraySerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public short[] createInstance() {
        return new short[0];
    }

    @Override
    public short[] copy(short[] from) {
        return from.clone();
    }

    @Override
    public short[] copy(short[] from, short[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(short[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        for (short value : record) {
            target.writeShort(value);
        }
    }

    @Override
    public short[] deserialize(DataInputView source) throws IOException {
        short[] values = new short[PrimitiveArrays.readLength(source)];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.readShort();
        }
        return values;
    }

    @Override
    public short[] deserialize(short[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = PrimitiveArrays.readLength(source);
        target.writeInt(length);
        PrimitiveArrays.copyBytes(source, target, 2L * length);
    }

    @Override
    public TypeSerializerSnapshot<short[]> snapshotConfiguration() {
        return new ShortPrimitiveArraySerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class ShortPrimitiveArraySerializerSnapshot
            extends SimpleTypeSerializerSnapshot<short[]> {

        /** Also used when a checkpoint is read. */
        public ShortPrimitiveArraySerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
