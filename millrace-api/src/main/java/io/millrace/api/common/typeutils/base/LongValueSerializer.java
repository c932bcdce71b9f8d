// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.LongValue;
import java.io.IOException;

/** The serializer of a {@link LongValue}. */
@Internal
public final class LongValueSerializer extends TypeSerializerSingleton<LongValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final LongValueSerializer INSTANCE = new LongValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public LongValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public LongValue createInstance() {
        return new LongValue();
    }

    @Override
    public LongValue copy(LongValue from) {
        return from.copy();
    }

    @Override
    public LongValue copy(LongValue from, LongValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return 8;
    }

    @Override
    public void serialize(LongValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public LongValue deserialize(DataInputView source) throws IOException {
        return deserialize(new LongValue(), source);
    }

    @Override
    public LongValue deserialize(LongValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new LongValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<LongValue> snapshotConfiguration() {
        return new LongValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class LongValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<LongValue> {

        /** Also used when a checkpoint is read. */
        public LongValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
