// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.Date;

/** A Date as its milliseconds; null is the smallest long. */
@Internal
public final class DateSerializer extends TypeSerializerSingleton<Date> {

    private static final long serialVersionUID = 1L;

    /** The one instance one needs: it has no state. */
    public static final DateSerializer INSTANCE = new DateSerializer();

    /** Equal to {@link #INSTANCE}. */
    public DateSerializer() {}

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public Date createInstance() {
        return new Date(0L);
    }

    @Override
    public Date copy(Date from) {
        return from == null ? null : new Date(from.getTime());
    }

    @Override
    public Date copy(Date from, Date reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return 8;
    }

    @Override
    public void serialize(Date record, DataOutputView target) throws IOException {
        target.writeLong(record == null ? Long.MIN_VALUE : record.getTime());
    }

    @Override
    public Date deserialize(DataInputView source) throws IOException {
        long time = source.readLong();
        return time == Long.MIN_VALUE ? null : new Date(time);
    }

    @Override
    public Date deserialize(Date reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeLong(source.readLong());
    }

    @Override
    public TypeSerializerSnapshot<Date> snapshotConfiguration() {
        return new DateSerializerSnapshot();
    }

    /** What a checkpoint remembers of this serializer: that it was this one. */
    public static final class DateSerializerSnapshot extends SimpleTypeSerializerSnapshot<Date> {

        /** Also used when a checkpoint is read. */
        public DateSerializerSnapshot() {
            super(() -> INSTANCE);
        }
    }
}
