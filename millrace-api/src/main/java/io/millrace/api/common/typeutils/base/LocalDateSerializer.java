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

/** A LocalDate as its epoch day; null is the smallest long. */
@Internal
public final class LocalDateSerializer extends TypeSerializerSingleton<LocalDate> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final LocalDateSerializer INSTANCE = new LocalDateSerializer();

    /** Equal to {@link #INSTANCE}. */
    public LocalDateSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public LocalDate createInstance() {
        return LocalDate.EPOCH;
    }

    @Override
    public LocalDate copy(LocalDate from) {
        return from;
    }

    @Override
    public LocalDate copy(LocalDate from, LocalDate reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 8;
    }

    @Override
    public void serialize(LocalDate record, DataOutputView target) throws IOException {
        target.writeLong(record == null ? Long.MIN_VALUE : record.toEpochDay());
    }

    @Override
    public LocalDate deserialize(DataInputView source) throws IOException {
        long day = source.readLong();
        return day == Long.MIN_VALUE ? null : LocalDate.ofEpochDay(day);
    }

    @Override
    public LocalDate deserialize(LocalDate reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeLong(source.readLong());
    }

    @Override
    public TypeSerializerSnapshot<LocalDate> snapshotConfiguration() {
        return new LocalDateSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class LocalDateSerializerSnapshot
            extends SimpleTypeSerializerSnapshot<LocalDate> {

        /** Also used when a checkpoint is read. */
        public LocalDateSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
