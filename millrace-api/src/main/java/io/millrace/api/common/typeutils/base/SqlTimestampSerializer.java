// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.sql.Timestamp;

/** An SQL timestamp: milliseconds, then nanoseconds of the second; null is the smallest long. */
@Internal
public final class SqlTimestampSerializer extends TypeSerializerSingleton<Timestamp> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final SqlTimestampSerializer INSTANCE = new SqlTimestampSerializer();

    /** Equal to {@link #INSTANCE}. */
    public SqlTimestampSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public Timestamp createInstance() {
        return new Timestamp(0L);
    }

    @Override
    public Timestamp copy(Timestamp from) {
        if (from == null) {
            return null;
        }
        Timestamp timestamp = new Timestamp(from.getTime());
        timestamp.setNanos(from.getNanos());
        return timestamp;
    }

    @Override
    public Timestamp copy(Timestamp from, Timestamp reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 12;
    }

    @Override
    public void serialize(Timestamp record, DataOutputView target) throws IOException {
        target.writeLong(record == null ? Long.MIN_VALUE : record.getTime());
        target.writeInt(record == null ? 0 : record.getNanos());
    }

    @Override
    public Timestamp deserialize(DataInputView source) throws IOException {
        long time = source.readLong();
        int nanos = source.readInt();
        if (time == Long.MIN_VALUE) {
            return null;
        }
        Timestamp timestamp = new Timestamp(time);
        timestamp.setNanos(nanos);
        return timestamp;
    }

    @Override
    public Timestamp deserialize(Timestamp reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeLong(source.readLong());
        target.writeInt(source.readInt());
    }

    @Override
    public TypeSerializerSnapshot<Timestamp> snapshotConfiguration() {
        return new SqlTimestampSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class SqlTimestampSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<Timestamp> {

        /** Also used when a checkpoint is read. */
        public SqlTimestampSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
