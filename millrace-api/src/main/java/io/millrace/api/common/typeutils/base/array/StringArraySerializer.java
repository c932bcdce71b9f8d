// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base.array;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** An array of String: its length in 4 bytes, then the elements, which may be null. */
@Internal
public final class StringArraySerializer extends TypeSerializerSingleton<String[]> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final StringArraySerializer INSTANCE = new StringArraySerializer();

    /** Equal to {@link #INSTANCE}. */
    public StringArraySerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public String[] createInstance() {
        return new String[0];
    }

    @Override
    public String[] copy(String[] from) {
        return from.clone();
    }

    @Override
    public String[] copy(String[] from, String[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(String[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        for (String value : record) {
            StringSerializer.INSTANCE.serialize(value, target);
        }
    }

    @Override
    public String[] deserialize(DataInputView source) throws IOException {
        String[] values = new String[PrimitiveArrays.readLength(source)];
        for (int i = 0; i < values.length; i++) {
            values[i] = StringSerializer.INSTANCE.deserialize(source);
        }
        return values;
    }

    @Override
    public String[] deserialize(String[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = PrimitiveArrays.readLength(source);
        target.writeInt(length);
        for (int i = 0; i < length; i++) {
            StringSerializer.INSTANCE.copy(source, target);
        }
    }

    @Override
    public TypeSerializerSnapshot<String[]> snapshotConfiguration() {
        return new StringArraySerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class StringArraySerializerSnapshot
            extends SimpleTypeSerializerSnapshot<String[]> {

        /** Also used when a checkpoint is read. */
        public StringArraySerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
