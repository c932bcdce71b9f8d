// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A Float in 4 bytes, big-endian; not null. */
@Internal
public final class FloatSerializer extends TypeSerializerSingleton<Float> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final FloatSerializer INSTANCE = new FloatSerializer();

    /** Equal to {@link #INSTANCE}. */
    public FloatSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Float createInstance() {
        return 0f;
    }

    @Override
    public Float copy(Float from) {
        return from;
    }

    @Override
    public Float copy(Float from, Float reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 4;
    }

    @Override
    public void serialize(Float record, DataOutputView target) throws IOException {
        target.writeFloat(record);
    }

    @Override
    public Float deserialize(DataInputView source) throws IOException {
        return source.readFloat();
    }

    @Override
    public Float deserialize(Float reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeFloat(source.readFloat());
    }

    @Override
    public TypeSerializerSnapshot<Float> snapshotConfiguration() {
        return new FloatSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class FloatSerializerSnapshot extends SimpleTypeSerializerSnapshot<Float> {

        /** Also used when a checkpoint is read. */
        public FloatSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
