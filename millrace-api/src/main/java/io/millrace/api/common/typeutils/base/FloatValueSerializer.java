// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.FloatValue;
import java.io.IOException;

/** The serializer of a {@link FloatValue}. */
@Internal
public final class FloatValueSerializer extends TypeSerializerSingleton<FloatValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final FloatValueSerializer INSTANCE = new FloatValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public FloatValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public FloatValue createInstance() {
        return new FloatValue();
    }

    @Override
    public FloatValue copy(FloatValue from) {
        return from.copy();
    }

    @Override
    public FloatValue copy(FloatValue from, FloatValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return 4;
    }

    @Override
    public void serialize(FloatValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public FloatValue deserialize(DataInputView source) throws IOException {
        return deserialize(new FloatValue(), source);
    }

    @Override
    public FloatValue deserialize(FloatValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new FloatValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<FloatValue> snapshotConfiguration() {
        return new FloatValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class FloatValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<FloatValue> {

        /** Also used when a checkpoint is read. */
        public FloatValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
