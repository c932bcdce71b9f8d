// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A Short in 2 bytes, big-endian; not null. */
@Internal
public final class ShortSerializer extends TypeSerializerSingleton<Short> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final ShortSerializer INSTANCE = new ShortSerializer();

    /** Equal to {@link #INSTANCE}. */
    public ShortSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Short createInstance() {
        return (short) 0;
    }

    @Override
    public Short copy(Short from) {
        return from;
    }

    @Override
    public Short copy(Short from, Short reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 2;
    }

    @Override
    public void serialize(Short record, DataOutputView target) throws IOException {
        target.writeShort(record);
    }

    @Override
    public Short deserialize(DataInputView source) throws IOException {
        return source.readShort();
    }

    @Override
    public Short deserialize(Short reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeShort(source.readShort());
    }

    @Override
    public TypeSerializerSnapshot<Short> snapshotConfiguration() {
        return new ShortSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class ShortSerializerSnapshot extends SimpleTypeSerializerSnapshot<Short> {

        /** Also used when a checkpoint is read. */
        public ShortSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
