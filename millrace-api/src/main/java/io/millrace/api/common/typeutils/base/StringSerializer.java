// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A String in the compact form of {@link StringFormat}; of any length, and may be null. */
@Internal
public final class StringSerializer extends TypeSerializerSingleton<String> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final StringSerializer INSTANCE = new StringSerializer();

    /** Equal to {@link #INSTANCE}. */
    public StringSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public String createInstance() {
        return "";
    }

    @Override
    public String copy(String from) {
        return from;
    }

    @Override
    public String copy(String from, String reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(String record, DataOutputView target) throws IOException {
        StringFormat.write(record, target);
    }

    @Override
    public String deserialize(DataInputView source) throws IOException {
        return StringFormat.read(source);
    }

    @Override
    public String deserialize(String reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        StringFormat.copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<String> snapshotConfiguration() {
        return new StringSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class StringSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<String> {

        /** Also used when a checkpoint is read. */
        public StringSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
