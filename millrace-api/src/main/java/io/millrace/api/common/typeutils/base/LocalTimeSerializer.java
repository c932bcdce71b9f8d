// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.time.LocalTime;

/** A LocalTime as its nanosecond of the day; null is the smallest long. */
@Internal
public final class LocalTimeSerializer extends TypeSerializerSingleton<LocalTime> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final LocalTimeSerializer INSTANCE = new LocalTimeSerializer();

    /** Equal to {@link #INSTANCE}. */
    public LocalTimeSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public LocalTime createInstance() {
        return LocalTime.MIDNIGHT;
    }

    @Override
    public LocalTime copy(LocalTime from) {
        return from;
    }

    @Override
    public LocalTime copy(LocalTime from, LocalTime reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 8;
    }

    @Override
    public void serialize(LocalTime record, DataOutputView target) throws IOException {
        target.writeLong(record == null ? Long.MIN_VALUE : record.toNanoOfDay());
    }

    @Override
    public LocalTime deserialize(DataInputView source) throws IOException {
        long nanos = source.readLong();
        return nanos == Long.MIN_VALUE ? null : LocalTime.ofNanoOfDay(nanos);
    }

    @Override
    public LocalTime deserialize(LocalTime reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeLong(source.readLong());
    }

    @Override
    public TypeSerializerSnapshot<LocalTime> snapshotConfiguration() {
        return new LocalTimeSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class LocalTimeSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<LocalTime> {

        /** Also used when a checkpoint is read. */
        public LocalTimeSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
