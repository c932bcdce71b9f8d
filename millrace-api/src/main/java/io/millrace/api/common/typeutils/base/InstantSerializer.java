// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.time.Instant;

/** An Instant: epoch second, then nanoseconds; null is the smallest long. */
@Internal
public final class InstantSerializer extends TypeSerializerSingleton<Instant> {

    private static final long serialVersionUID = -4131715684999061277L;

    /** The one instance one needs: it has no state. */
    public static final InstantSerializer INSTANCE = new InstantSerializer();

    /** Equal to {@link #INSTANCE}. */
    public InstantSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Instant createInstance() {
        return Instant.EPOCH;
    }

    @Override
    public Instant copy(Instant from) {
        return from;
    }

    @Override
    public Instant copy(Instant from, Instant reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 12;
    }

    @Override
    public void serialize(Instant record, DataOutputView target) throws IOException {
        target.writeLong(record == null ? Long.MIN_VALUE : record.getEpochSecond());
        target.writeInt(record == null ? 0 : record.getNano());
    }

    @Override
    public Instant deserialize(DataInputView source) throws IOException {
        long second = source.readLong();
        int nano = source.readInt();
        return second == Long.MIN_VALUE ? null : Instant.ofEpochSecond(second, nano);
    }

    @Override
    public Instant deserialize(Instant reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeLong(source.readLong());
        target.writeInt(source.readInt());
    }

    @Override
    public TypeSerializerSnapshot<Instant> snapshotConfiguration() {
        return new InstantSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class InstantSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<Instant> {

        /** Also used when a checkpoint is read. */
        public InstantSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
