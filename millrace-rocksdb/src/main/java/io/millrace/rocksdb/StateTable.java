// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.Timed;
import io.millrace.engine.state.TimedSerializer;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;

/**
 * One state in one column family. What is read is a copy each time: to change it in place changes
 * nothing.
 *
 * @param <V> what is kept under a key as a whole: a value, a list, a map
 */
abstract class StateTable<V> {

    final Database database;
    final Place<?> place;

    /** Reused for what is written. */
    final DataOutputSerializer out = new DataOutputSerializer(128);

    /** Reused for what is read. */
    final DataInputDeserializer in = new DataInputDeserializer();

    private final DataOutputSerializer inner = new DataOutputSerializer(128);

    private Column column;

    StateTable(Database database, Place<?> place) {
        this.database = database;
        this.place = place;
    }

    /** Before anything is read or written. */
    final void over(Column its) {
        column = its;
    }

    final Column column() {
        return column;
    }

    /** All under the current key; null for nothing. */
    abstract V read();

    /** Replaces it all. Not null. */
    abstract void write(V value);

    abstract void remove();

    /** Whether there is anything under the current key. */
    abstract boolean isPresent();

    /**
     * Puts two together.
     *
     * @throws UnsupportedOperationException values of this kind can't be
     */
    abstract V merge(V into, V from) throws Exception;

    /** Reads what was written as that fit says, with times or without. */
    abstract Reading<V> reading(StateFit fit, boolean withTimes);

    final UnsupportedOperationException cannotMerge() {
        return new UnsupportedOperationException(
                "The "
                        + place.label()
                        + " can't be merged: only list, reducing and aggregating state can.");
    }

    /** Something of this table's that is to be written. */
    interface Writing {
        void to(DataOutputSerializer out) throws IOException;
    }

    /** Something of this table's that is to be read. */
    interface Parsing<T> {
        T from(DataInputDeserializer in) throws IOException;
    }

    final byte[] written(Writing writing) {
        out.clear();
        try {
            writing.to(out);
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "What was given to the " + place.label() + " can't be serialized: " + e, e);
        }
        return out.getCopyOfBuffer();
    }

    final <T> T parsed(byte[] bytes, Parsing<T> parsing) {
        in.setBuffer(bytes);
        try {
            return parsing.from(in);
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "What is in the "
                            + place.label()
                            + " can't be read: "
                            + e
                            + ". Does the serializer of its type read what it writes?",
                    e);
        }
    }

    /** Writes a column of an envelope with what the inner writing gives. */
    final void column(Timed<?> timed, Writing writing, DataOutputSerializer row)
            throws IOException {
        inner.clear();
        writing.to(inner);
        if (timed == null) {
            Envelope.column(inner.getSharedBuffer(), inner.length(), row);
        } else {
            Envelope.column(
                    inner.getSharedBuffer(),
                    inner.length(),
                    timed.lastAccess(),
                    column.spec().ttlMs(),
                    row);
        }
    }

    /** Reads the columns of an envelope one after the other. */
    final void columns(byte[] row, Envelope.Reader reader) {
        try {
            Envelope.forEach(row, reader);
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "What is in the " + place.label() + " can't be read: " + e, e);
        }
    }

    @SuppressWarnings("unchecked") // the fit was made of the table's own serializers
    static <T> TypeSerializer<T> reader(StateFit fit, int at) {
        return (TypeSerializer<T>) fit.places().get(at).reader();
    }

    static <T> TypeSerializer<T> reader(StateFit fit, int at, boolean withTimes) {
        return TimedSerializer.reading(StateTable.<T>reader(fit, at), withTimes);
    }

    /** A time to live in milliseconds that never overflows. */
    static long saturatedMillis(java.time.Duration duration) {
        try {
            return duration.toMillis();
        } catch (ArithmeticException longerThanAnyTime) {
            return Long.MAX_VALUE;
        }
    }
}
