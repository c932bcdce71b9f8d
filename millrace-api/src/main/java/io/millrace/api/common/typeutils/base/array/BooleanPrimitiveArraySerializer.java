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

/** An array of boolean: its length in 4 bytes, then the elements; not null. */
@Internal
public final class BooleanPrimitiveArraySerializer extends TypeSerializerSingleton<boolean[]> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final BooleanPrimitiveArraySerializer INSTANCE =
            new BooleanPrimitiveArraySerializer();

    /** Equal to {@link #INSTANCE}. */
    public BooleanPrimitiveArraySerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public boolean[] createInstance() {
        return new boolean[0];
    }

    @Override
    public boolean[] copy(boolean[] from) {
        return from.clone();
    }

    @Override
    public boolean[] copy(boolean[] from, boolean[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(boolean[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        for (boolean value : record) {
            target.writeBoolean(value);
        }
    }

    @Override
    public boolean[] deserialize(DataInputView source) throws IOException {
        boolean[] values = new boolean[PrimitiveArrays.readLength(source)];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.readBoolean();
        }
        return values;
    }

    @Override
    public boolean[] deserialize(boolean[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = PrimitiveArrays.readLength(source);
        target.writeInt(length);
        PrimitiveArrays.copyBytes(source, target, 1L * length);
    }

    @Override
    public TypeSerializerSnapshot<boolean[]> snapshotConfiguration() {
        return new BooleanPrimitiveArraySerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class BooleanPrimitiveArraySerializerSnapshot
            extends SimpleTypeSerializerSnapshot<boolean[]> {

        /** Also used when a checkpoint is read. */
        public BooleanPrimitiveArraySerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
