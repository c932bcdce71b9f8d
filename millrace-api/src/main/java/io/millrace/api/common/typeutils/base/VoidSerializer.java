// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** Nothing, in one byte, so that a reader cannot run on without moving. */
@Internal
public final class VoidSerializer extends TypeSerializerSingleton<Void> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final VoidSerializer INSTANCE = new VoidSerializer();

    /** Equal to {@link #INSTANCE}. */
    public VoidSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Void createInstance() {
        return null;
    }

    @Override
    public Void copy(Void from) {
        return from;
    }

    @Override
    public Void copy(Void from, Void reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 1;
    }

    @Override
    public void serialize(Void record, DataOutputView target) throws IOException {
        target.writeByte(0);
    }

    @Override
    public Void deserialize(DataInputView source) throws IOException {
        source.readByte();
        return null;
    }

    @Override
    public Void deserialize(Void reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeByte(source.readByte());
    }

    @Override
    public TypeSerializerSnapshot<Void> snapshotConfiguration() {
        return new VoidSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class VoidSerializerSnapshot extends SimpleTypeSerializerSnapshot<Void> {

        /** Also used when a checkpoint is read. */
        public VoidSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
