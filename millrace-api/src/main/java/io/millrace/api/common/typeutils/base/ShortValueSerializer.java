// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.ShortValue;
import java.io.IOException;

/** The serializer of a {@link ShortValue}. */
@Internal
public final class ShortValueSerializer extends TypeSerializerSingleton<ShortValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final ShortValueSerializer INSTANCE = new ShortValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public ShortValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public ShortValue createInstance() {
        return new ShortValue();
    }

    @Override
    public ShortValue copy(ShortValue from) {
        return from.copy();
    }

    @Override
    public ShortValue copy(ShortValue from, ShortValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return 2;
    }

    @Override
    public void serialize(ShortValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public ShortValue deserialize(DataInputView source) throws IOException {
        return deserialize(new ShortValue(), source);
    }

    @Override
    public ShortValue deserialize(ShortValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new ShortValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<ShortValue> snapshotConfiguration() {
        return new ShortValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class ShortValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<ShortValue> {

        /** Also used when a checkpoint is read. */
        public ShortValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
