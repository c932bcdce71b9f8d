// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Another serializer, watched: when two threads are in it at once it throws, so that who forgot to
 * {@link #duplicate} is found. For tests.
 *
 * @param <T> the values
 */
public class SingleThreadAccessCheckingTypeSerializer<T> extends TypeSerializer<T> {

    private static final long serialVersionUID = 131020282727167064L;

    private final TypeSerializer<T> original;
    private transient AtomicReference<Thread> inside = new AtomicReference<>();

    /** Watches that serializer. */
    public SingleThreadAccessCheckingTypeSerializer(TypeSerializer<T> originalSerializer) {
        this.original = Objects.requireNonNull(originalSerializer, "originalSerializer");
    }

    private interface Act<R> {
        R carryOut() throws IOException;
    }

    private <R> R alone(Act<R> act) throws IOException {
        Thread me = Thread.currentThread();
        Thread before = inside.compareAndExchange(null, me);
        if (before != null && before != me) {
            throw new ConcurrentModificationException(
                    "The serializer "
                            + original
                            + " is used by thread '"
                            + me.getName()
                            + "' while thread '"
                            + before.getName()
                            + "' is in it. Each thread needs a duplicate() of its own.");
        }
        try {
            return act.carryOut();
        } finally {
            if (before == null) {
                inside.set(null);
            }
        }
    }

    private <R> R aloneInMemory(Act<R> act) {
        try {
            return alone(act);
        } catch (IOException e) {
            throw new AssertionError("nothing is read or written here", e);
        }
    }

    @Override
    public boolean isImmutableType() {
        return aloneInMemory(original::isImmutableType);
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return aloneInMemory(
                () -> new SingleThreadAccessCheckingTypeSerializer<>(original.duplicate()));
    }

    @Override
    public T createInstance() {
        return aloneInMemory(original::createInstance);
    }

    @Override
    public T copy(T from) {
        return aloneInMemory(() -> original.copy(from));
    }

    @Override
    public T copy(T from, T reuse) {
        return aloneInMemory(() -> original.copy(from, reuse));
    }

    @Override
    public int getLength() {
        return aloneInMemory(original::getLength);
    }

    @Override
    public void serialize(T record, DataOutputView target) throws IOException {
        alone(
                () -> {
                    original.serialize(record, target);
                    return null;
                });
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        return alone(() -> original.deserialize(source));
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return alone(() -> original.deserialize(reuse, source));
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        alone(
                () -> {
                    original.copy(source, target);
                    return null;
                });
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof SingleThreadAccessCheckingTypeSerializer<?> other
                && original.equals(other.original);
    }

    @Override
    public int hashCode() {
        return original.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return aloneInMemory(() -> new SingleThreadAccessCheckingTypeSerializerSnapshot<>(this));
    }

    private Object readResolve() {
        return new SingleThreadAccessCheckingTypeSerializer<>(original);
    }

    /** Remembers the serializer that is watched. */
    public static class SingleThreadAccessCheckingTypeSerializerSnapshot<T>
            extends CompositeTypeSerializerSnapshot<
                    T, SingleThreadAccessCheckingTypeSerializer<T>> {

        /** For reading. */
        public SingleThreadAccessCheckingTypeSerializerSnapshot() {}

        SingleThreadAccessCheckingTypeSerializerSnapshot(
                SingleThreadAccessCheckingTypeSerializer<T> serializer) {
            super(serializer);
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return 1;
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(
                SingleThreadAccessCheckingTypeSerializer<T> outerSerializer) {
            return new TypeSerializer<?>[] {outerSerializer.original};
        }

        @Override
        @SuppressWarnings("unchecked") // the one nested serializer is the watched one
        protected SingleThreadAccessCheckingTypeSerializer<T>
                createOuterSerializerWithNestedSerializers(TypeSerializer<?>[] nestedSerializers) {
            return new SingleThreadAccessCheckingTypeSerializer<>(
                    (TypeSerializer<T>) nestedSerializers[0]);
        }
    }
}
