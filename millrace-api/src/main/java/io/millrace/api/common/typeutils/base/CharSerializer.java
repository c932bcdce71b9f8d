// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A Character in 2 bytes, big-endian; not null. */
@Internal
public final class CharSerializer extends TypeSerializerSingleton<Character> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final CharSerializer INSTANCE = new CharSerializer();

    /** Equal to {@link #INSTANCE}. */
    public CharSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Character createInstance() {
        return (char) 0;
    }

    @Override
    public Character copy(Character from) {
        return from;
    }

    @Override
    public Character copy(Character from, Character reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 2;
    }

    @Override
    public void serialize(Character record, DataOutputView target) throws IOException {
        target.writeChar(record);
    }

    @Override
    public Character deserialize(DataInputView source) throws IOException {
        return source.readChar();
    }

    @Override
    public Character deserialize(Character reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeChar(source.readChar());
    }

    @Override
    public TypeSerializerSnapshot<Character> snapshotConfiguration() {
        return new CharSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class CharSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<Character> {

        /** Also used when a checkpoint is read. */
        public CharSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
