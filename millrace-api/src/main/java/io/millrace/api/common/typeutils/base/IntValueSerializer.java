// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.IntValue;
import java.io.IOException;

/** The serializer of a {@link IntValue}. */
@Internal
public final class IntValueSerializer extends TypeSerializerSingleton<IntValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final IntValueSerializer INSTANCE = new IntValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public IntValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public IntValue createInstance() {
        return new IntValue();
    }

    @Override
    public IntValue copy(IntValue from) {
        return from.copy();
    }

    @Override
    public IntValue copy(IntValue from, IntValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return 4;
    }

    @Override
    public void serialize(IntValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public IntValue deserialize(DataInputView source) throws IOException {
        return deserialize(new IntValue(), source);
    }

    @Override
    public IntValue deserialize(IntValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new IntValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<IntValue> snapshotConfiguration() {
        return new IntValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class IntValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<IntValue> {

        /** Also used when a checkpoint is read. */
        public IntValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
