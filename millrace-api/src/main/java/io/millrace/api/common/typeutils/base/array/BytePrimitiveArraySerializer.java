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

/** An array of byte: its length in 4 bytes, then the elements; not null. */
@Internal
public final class BytePrimitiveArraySerializer extends TypeSerializerSingleton<byte[]> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final BytePrimitiveArraySerializer INSTANCE = new BytePrimitiveArraySerializer();

    /** Equal to {@link #INSTANCE}. */
    public BytePrimitiveArraySerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public byte[] createInstance() {
        return new byte[0];
    }

    @Override
    public byte[] copy(byte[] from) {
        return from.clone();
    }

    @Override
    public byte[] copy(byte[] from, byte[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(byte[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        target.write(record, 0, record.length);
    }

    @Override
    public byte[] deserialize(DataInputView source) throws IOException {
        byte[] values = new byte[PrimitiveArrays.readLength(source)];
        source.readFully(values, 0, values.length);
        return values;
    }

    @Override
    public byte[] deserialize(byte[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = PrimitiveArrays.readLength(source);
        target.writeInt(length);
        PrimitiveArrays.copyBytes(source, target, 1L * length);
    }

    @Override
    public TypeSerializerSnapshot<byte[]> snapshotConfiguration() {
        return new BytePrimitiveArraySerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class BytePrimitiveArraySerializerSnapshot
            extends SimpleTypeSerializerSnapshot<byte[]> {

        /** Also used when a checkpoint is read. */
        public BytePrimitiveArraySerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
