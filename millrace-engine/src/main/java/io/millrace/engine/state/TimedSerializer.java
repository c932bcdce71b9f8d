// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Writes the time of the last access, whether there is a value, and the value. A checkpoint tells
 * such a state by the end of its type's text ({@link #WITH_TIMES}); its shape is that of the values
 * alone. So a state may get a time to live, or lose it, between two runs: what was written without
 * times is read as if it had been accessed at that moment, and times that nobody asks for are
 * skipped (ST-25).
 */
public final class TimedSerializer<V> extends TypeSerializer<Timed<V>> {

    private static final long serialVersionUID = 1L;

    /** What the text of a type ends with whose values have times. */
    public static final String WITH_TIMES = " with times";

    private final TypeSerializer<V> values;
    private final transient LongSupplier now;

    /** Whether what is read has no times. */
    private final boolean fresh;

    /**
     * @param values writes the values
     * @param now the task's clock
     */
    public TimedSerializer(TypeSerializer<V> values, LongSupplier now) {
        this(values, now, false);
    }

    private TimedSerializer(TypeSerializer<V> values, LongSupplier now, boolean fresh) {
        this.values = values;
        this.now = now;
        this.fresh = fresh;
    }

    /** The text of a state's type; without the mark of times. */
    public static String text(TypeSerializer<?> serializer) {
        return TypeDescription.of(untimed(serializer));
    }

    /** The mark that belongs to the end of the text. */
    public static String mark(TypeSerializer<?> serializer) {
        return serializer instanceof TimedSerializer ? WITH_TIMES : "";
    }

    /** The text of a type without the mark. */
    public static String withoutMark(String type) {
        return type.endsWith(WITH_TIMES)
                ? type.substring(0, type.length() - WITH_TIMES.length())
                : type;
    }

    /** What writes the values alone. */
    static TypeSerializer<?> untimed(TypeSerializer<?> serializer) {
        return serializer instanceof TimedSerializer<?> timed ? timed.values : serializer;
    }

    /** The same over what reads values of another shape. */
    TimedSerializer<V> over(TypeSerializer<V> otherValues) {
        return new TimedSerializer<>(otherValues, now, fresh);
    }

    TypeSerializer<V> values() {
        return values;
    }

    /**
     * What stands for a null that was written without this serializer, as a map writes its null
     * values: where there were no times, a value that is read is an accessed one, null or not.
     */
    @SuppressWarnings("unchecked") // whatever V is, it is Timed where the serializer is
    public static <V> V ofNull(TypeSerializer<V> serializer) {
        return serializer instanceof TimedSerializer<?> timed
                ? (V) new Timed<>(null, timed.now.getAsLong())
                : null;
    }

    /**
     * A serializer that only reads, objects of the given one's type.
     *
     * @param writtenWithTimes whether what is read has times
     */
    @SuppressWarnings("unchecked") // whatever V is, it is Timed where the serializer is
    public static <V> TypeSerializer<V> reading(
            TypeSerializer<V> serializer, boolean writtenWithTimes) {
        if (serializer instanceof TimedSerializer<?> timed) {
            return writtenWithTimes
                    ? serializer
                    : (TypeSerializer<V>) new TimedSerializer<>(timed.values, timed.now, true);
        }
        return writtenWithTimes ? new TimesSkipped<>(serializer) : serializer;
    }

    @Override
    public boolean isImmutableType() {
        return values.isImmutableType();
    }

    @Override
    public TypeSerializer<Timed<V>> duplicate() {
        TypeSerializer<V> duplicate = values.duplicate();
        return new TimedSerializer<>(duplicate, now, fresh);
    }

    @Override
    public Timed<V> createInstance() {
        return new Timed<>(values.createInstance(), now.getAsLong());
    }

    @Override
    public Timed<V> copy(Timed<V> from) {
        return from.value() == null || values.isImmutableType()
                ? from
                : new Timed<>(values.copy(from.value()), from.lastAccess());
    }

    @Override
    public Timed<V> copy(Timed<V> from, Timed<V> reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(Timed<V> timed, DataOutputView target) throws IOException {
        target.writeLong(timed.lastAccess());
        target.writeBoolean(timed.value() != null);
        if (timed.value() != null) {
            values.serialize(timed.value(), target);
        }
    }

    @Override
    public Timed<V> deserialize(DataInputView source) throws IOException {
        if (fresh) {
            return new Timed<>(values.deserialize(source), now.getAsLong());
        }
        long lastAccess = source.readLong();
        return new Timed<>(source.readBoolean() ? values.deserialize(source) : null, lastAccess);
    }

    @Override
    public Timed<V> deserialize(Timed<V> reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof TimedSerializer<?> other && values.equals(other.values);
    }

    @Override
    public int hashCode() {
        return 31 * values.hashCode() + 1;
    }

    /** A state's shape is that of its values; see {@link StateShape}. */
    @Override
    public TypeSerializerSnapshot<Timed<V>> snapshotConfiguration() {
        throw new UnsupportedOperationException(
                "Values with times have no shape of their own; this is a fault of Millrace");
    }

    /** Reads values that were written with times, and leaves the times out. */
    private static final class TimesSkipped<V> extends TypeSerializer<V> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<V> values;

        TimesSkipped(TypeSerializer<V> values) {
            this.values = values;
        }

        @Override
        public V deserialize(DataInputView source) throws IOException {
            source.readLong();
            return source.readBoolean() ? values.deserialize(source) : null;
        }

        @Override
        public V deserialize(V reuse, DataInputView source) throws IOException {
            return deserialize(source);
        }

        @Override
        public boolean isImmutableType() {
            return values.isImmutableType();
        }

        @Override
        public TypeSerializer<V> duplicate() {
            return new TimesSkipped<>(values.duplicate());
        }

        @Override
        public V createInstance() {
            return values.createInstance();
        }

        @Override
        public V copy(V from) {
            return values.copy(from);
        }

        @Override
        public V copy(V from, V reuse) {
            return values.copy(from, reuse);
        }

        @Override
        public int getLength() {
            return -1;
        }

        @Override
        public void serialize(V value, DataOutputView target) {
            throw onlyReads();
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) {
            throw onlyReads();
        }

        private static UnsupportedOperationException onlyReads() {
            return new UnsupportedOperationException(
                    "This reads what an earlier run wrote; this is a fault of Millrace");
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof TimesSkipped<?> other && values.equals(other.values);
        }

        @Override
        public int hashCode() {
            return 31 * values.hashCode() + 2;
        }

        @Override
        public TypeSerializerSnapshot<V> snapshotConfiguration() {
            throw onlyReads();
        }
    }
}
