// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** A LocalDateTime as date and time, see their serializers; may be null. */
@Internal
public final class LocalDateTimeSerializer extends TypeSerializerSingleton<LocalDateTime> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final LocalDateTimeSerializer INSTANCE = new LocalDateTimeSerializer();

    /** Equal to {@link #INSTANCE}. */
    public LocalDateTimeSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public LocalDateTime createInstance() {
        return LocalDateTime.of(LocalDate.EPOCH, LocalTime.MIDNIGHT);
    }

    @Override
    public LocalDateTime copy(LocalDateTime from) {
        return from;
    }

    @Override
    public LocalDateTime copy(LocalDateTime from, LocalDateTime reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 16;
    }

    @Override
    public void serialize(LocalDateTime record, DataOutputView target) throws IOException {
        LocalDateSerializer.INSTANCE.serialize(
                record == null ? null : record.toLocalDate(), target);
        LocalTimeSerializer.INSTANCE.serialize(
                record == null ? null : record.toLocalTime(), target);
    }

    @Override
    public LocalDateTime deserialize(DataInputView source) throws IOException {
        LocalDate date = LocalDateSerializer.INSTANCE.deserialize(source);
        LocalTime time = LocalTimeSerializer.INSTANCE.deserialize(source);
        return date == null ? null : LocalDateTime.of(date, time);
    }

    @Override
    public LocalDateTime deserialize(LocalDateTime reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeLong(source.readLong());
        target.writeLong(source.readLong());
    }

    @Override
    public TypeSerializerSnapshot<LocalDateTime> snapshotConfiguration() {
        return new LocalDateTimeSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class LocalDateTimeSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<LocalDateTime> {

        /** Also used when a checkpoint is read. */
        public LocalDateTimeSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
