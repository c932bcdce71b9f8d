// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base.array;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** An array of char: its length in 4 bytes, then the elements; not null. */
@Internal
public final class CharPrimitiveArraySerializer extends TypeSerializerSingleton<char[]> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final CharPrimitiveArraySerializer INSTANCE = new CharPrimitiveArraySerializer();

    /** Equal to {@link #INSTANCE}. */
    public CharPrimitiveArraySerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public char[] createInstance() {
        return new char[0];
    }

    @Override
    public char[] copy(char[] from) {
        return from.clone();
    }

    @Override
    public char[] copy(char[] from, char[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(char[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        for (char value : record) {
            target.writeChar(value);
        }
    }

    @Override
    public char[] deserialize(DataInputView source) throws IOException {
        char[] values = new char[PrimitiveArrays.readLength(source)];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.readChar();
        }
        return values;
    }

    @Override
    public char[] deserialize(char[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = PrimitiveArrays.readLength(source);
        target.writeInt(length);
        PrimitiveArrays.copyBytes(source, target, 2L * length);
    }

    @Override
    public TypeSerializerSnapshot<char[]> snapshotConfiguration() {
        return new CharPrimitiveArraySerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class CharPrimitiveArraySerializerSnapshot
            extends SimpleTypeSerializerSnapshot<char[]> {

        /** Also used when a checkpoint is read. */
        public CharPrimitiveArraySerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
