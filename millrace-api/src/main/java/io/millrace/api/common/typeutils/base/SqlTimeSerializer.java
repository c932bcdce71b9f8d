// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.sql.Time;

/** An SQL time as its milliseconds; null is the smallest long. */
@Internal
public final class SqlTimeSerializer extends TypeSerializerSingleton<Time> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final SqlTimeSerializer INSTANCE = new SqlTimeSerializer();

    /** Equal to {@link #INSTANCE}. */
    public SqlTimeSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public Time createInstance() {
        return new Time(0L);
    }

    @Override
    public Time copy(Time from) {
        return from == null ? null : new Time(from.getTime());
    }

    @Override
    public Time copy(Time from, Time reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 8;
    }

    @Override
    public void serialize(Time record, DataOutputView target) throws IOException {
        target.writeLong(record == null ? Long.MIN_VALUE : record.getTime());
    }

    @Override
    public Time deserialize(DataInputView source) throws IOException {
        long time = source.readLong();
        return time == Long.MIN_VALUE ? null : new Time(time);
    }

    @Override
    public Time deserialize(Time reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeLong(source.readLong());
    }

    @Override
    public TypeSerializerSnapshot<Time> snapshotConfiguration() {
        return new SqlTimeSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class SqlTimeSerializerSnapshot extends SimpleTypeSerializerSnapshot<Time> {

        /** Also used when a checkpoint is read. */
        public SqlTimeSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
