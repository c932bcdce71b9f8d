// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.StringValue;
import java.io.IOException;

/** The serializer of a {@link StringValue}. */
@Internal
public final class StringValueSerializer extends TypeSerializerSingleton<StringValue> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final StringValueSerializer INSTANCE = new StringValueSerializer();

    /** Equal to {@link #INSTANCE}. */
    public StringValueSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public StringValue createInstance() {
        return new StringValue();
    }

    @Override
    public StringValue copy(StringValue from) {
        return from.copy();
    }

    @Override
    public StringValue copy(StringValue from, StringValue reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(StringValue record, DataOutputView target) throws IOException {
        record.write(target);
    }

    @Override
    public StringValue deserialize(DataInputView source) throws IOException {
        return deserialize(new StringValue(), source);
    }

    @Override
    public StringValue deserialize(StringValue reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        new StringValue().copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<StringValue> snapshotConfiguration() {
        return new StringValueSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class StringValueSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<StringValue> {

        /** Also used when a checkpoint is read. */
        public StringValueSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
