// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.DoubleValue;
import java.io.IOException;

/** The serializer of a {@link DoubleValue}. */
@Internal
public final class DoubleValueSerializer extends TypeSerializerSingleton<DoubleValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final DoubleValueSerializer INSTANCE = new DoubleValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public DoubleValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public DoubleValue createInstance() {
        return new DoubleValue();
    }

    @Override
    public DoubleValue copy(DoubleValue from) {
        return from.copy();
    }

    @Override
    public DoubleValue copy(DoubleValue from, DoubleValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return 8;
    }

    @Override
    public void serialize(DoubleValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public DoubleValue deserialize(DataInputView source) throws IOException {
        return deserialize(new DoubleValue(), source);
    }

    @Override
    public DoubleValue deserialize(DoubleValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new DoubleValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<DoubleValue> snapshotConfiguration() {
        return new DoubleValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class DoubleValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<DoubleValue> {

        /** Also used when a checkpoint is read. */
        public DoubleValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
