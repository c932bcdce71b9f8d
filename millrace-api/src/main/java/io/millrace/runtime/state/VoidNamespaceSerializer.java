// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** The one namespace, as a byte that means nothing. */
public final class VoidNamespaceSerializer extends TypeSerializerSingleton<VoidNamespace> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final VoidNamespaceSerializer INSTANCE = new VoidNamespaceSerializer();

    /** Equal to {@link #INSTANCE}. */
    public VoidNamespaceSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public VoidNamespace createInstance() {
        return VoidNamespace.INSTANCE;
    }

    @Override
    public VoidNamespace copy(VoidNamespace from) {
        return from;
    }

    @Override
    public VoidNamespace copy(VoidNamespace from, VoidNamespace reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 1;
    }

    @Override
    public void serialize(VoidNamespace record, DataOutputView target) throws IOException {
        target.writeByte(0);
    }

    @Override
    public VoidNamespace deserialize(DataInputView source) throws IOException {
        source.readByte();
        return VoidNamespace.INSTANCE;
    }

    @Override
    public VoidNamespace deserialize(VoidNamespace reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeByte(source.readByte());
    }

    @Override
    public TypeSerializerSnapshot<VoidNamespace> snapshotConfiguration() {
        return new VoidNamespaceSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class VoidNamespaceSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<VoidNamespace> {

        /** Also used when a checkpoint is read. */
        public VoidNamespaceSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
