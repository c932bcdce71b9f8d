// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.NullValue;
import java.io.IOException;

/** The serializer of a {@link NullValue}. */
@Internal
public final class NullValueSerializer extends TypeSerializerSingleton<NullValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final NullValueSerializer INSTANCE = new NullValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public NullValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public NullValue createInstance() {
        return new NullValue();
    }

    @Override
    public NullValue copy(NullValue from) {
        return from.copy();
    }

    @Override
    public NullValue copy(NullValue from, NullValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return 1;
    }

    @Override
    public void serialize(NullValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public NullValue deserialize(DataInputView source) throws IOException {
        return deserialize(new NullValue(), source);
    }

    @Override
    public NullValue deserialize(NullValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new NullValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<NullValue> snapshotConfiguration() {
        return new NullValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class NullValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<NullValue> {

        /** Also used when a checkpoint is read. */
        public NullValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
