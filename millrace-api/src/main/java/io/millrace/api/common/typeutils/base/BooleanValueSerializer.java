// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.BooleanValue;
import java.io.IOException;

/** The serializer of a {@link BooleanValue}. */
@Internal
public final class BooleanValueSerializer extends TypeSerializerSingleton<BooleanValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final BooleanValueSerializer INSTANCE = new BooleanValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public BooleanValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public BooleanValue createInstance() {
        return new BooleanValue();
    }

    @Override
    public BooleanValue copy(BooleanValue from) {
        return from.copy();
    }

    @Override
    public BooleanValue copy(BooleanValue from, BooleanValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return 1;
    }

    @Override
    public void serialize(BooleanValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public BooleanValue deserialize(DataInputView source) throws IOException {
        return deserialize(new BooleanValue(), source);
    }

    @Override
    public BooleanValue deserialize(BooleanValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new BooleanValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<BooleanValue> snapshotConfiguration() {
        return new BooleanValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class BooleanValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<BooleanValue> {

        /** Also used when a checkpoint is read. */
        public BooleanValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
