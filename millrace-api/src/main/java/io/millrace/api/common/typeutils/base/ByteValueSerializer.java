// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.ByteValue;
import java.io.IOException;

/** The serializer of a {@link ByteValue}. */
@Internal
public final class ByteValueSerializer extends TypeSerializerSingleton<ByteValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final ByteValueSerializer INSTANCE = new ByteValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public ByteValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public ByteValue createInstance() {
        return new ByteValue();
    }

    @Override
    public ByteValue copy(ByteValue from) {
        return from.copy();
    }

    @Override
    public ByteValue copy(ByteValue from, ByteValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return 1;
    }

    @Override
    public void serialize(ByteValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public ByteValue deserialize(DataInputView source) throws IOException {
        return deserialize(new ByteValue(), source);
    }

    @Override
    public ByteValue deserialize(ByteValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new ByteValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<ByteValue> snapshotConfiguration() {
        return new ByteValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class ByteValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<ByteValue> {

        /** Also used when a checkpoint is read. */
        public ByteValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
