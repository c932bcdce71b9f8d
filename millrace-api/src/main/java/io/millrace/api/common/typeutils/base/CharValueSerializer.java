// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.CharValue;
import java.io.IOException;

/** The serializer of a {@link CharValue}. */
@Internal
public final class CharValueSerializer extends TypeSerializerSingleton<CharValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final CharValueSerializer INSTANCE = new CharValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public CharValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public CharValue createInstance() {
        return new CharValue();
    }

    @Override
    public CharValue copy(CharValue from) {
        return from.copy();
    }

    @Override
    public CharValue copy(CharValue from, CharValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return 2;
    }

    @Override
    public void serialize(CharValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public CharValue deserialize(DataInputView source) throws IOException {
        return deserialize(new CharValue(), source);
    }

    @Override
    public CharValue deserialize(CharValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new CharValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<CharValue> snapshotConfiguration() {
        return new CharValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class CharValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<CharValue> {

        /** Also used when a checkpoint is read. */
        public CharValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
