// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A Double in 8 bytes, big-endian; not null. */
@Internal
public final class DoubleSerializer extends TypeSerializerSingleton<Double> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final DoubleSerializer INSTANCE = new DoubleSerializer();

    /** Equal to {@link #INSTANCE}. */
    public DoubleSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Double createInstance() {
        return 0d;
    }

    @Override
    public Double copy(Double from) {
        return from;
    }

    @Override
    public Double copy(Double from, Double reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 8;
    }

    @Override
    public void serialize(Double record, DataOutputView target) throws IOException {
        target.writeDouble(record);
    }

    @Override
    public Double deserialize(DataInputView source) throws IOException {
        return source.readDouble();
    }

    @Override
    public Double deserialize(Double reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeDouble(source.readDouble());
    }

    @Override
    public TypeSerializerSnapshot<Double> snapshotConfiguration() {
        return new DoubleSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class DoubleSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<Double> {

        /** Also used when a checkpoint is read. */
        public DoubleSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
