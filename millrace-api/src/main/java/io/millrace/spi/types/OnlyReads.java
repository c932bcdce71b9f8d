// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/**
 * A serializer for bytes that an earlier form of a class left: it reads them, and nothing is ever
 * written in their form again. Has no state.
 *
 * @param <T> the values it reads
 */
public abstract class OnlyReads<T> extends TypeSerializer<T> {

    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected OnlyReads() {}

    /** Takes the bytes of one value. */
    public interface Skip extends java.io.Serializable {
        /** Reads to the end of a value. */
        void skip(DataInputView source) throws IOException;
    }

    /**
     * Reads over values of a class that is gone, and gives null for each. That will do where the
     * field that held them is gone as well.
     */
    public static <T> TypeSerializer<T> over(Skip values) {
        return new Gone<>(values);
    }

    private static final class Gone<T> extends OnlyReads<T> {
        private static final long serialVersionUID = 1L;

        private final Skip values;

        Gone(Skip values) {
            this.values = values;
        }

        @Override
        public T deserialize(DataInputView source) throws IOException {
            values.skip(source);
            return null;
        }
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return this;
    }

    @Override
    public T createInstance() {
        return null;
    }

    @Override
    public T copy(T from) {
        return from;
    }

    @Override
    public T copy(T from, T reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(T value, DataOutputView target) {
        throw onlyReads();
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) {
        throw onlyReads();
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        throw onlyReads();
    }

    private static UnsupportedOperationException onlyReads() {
        return new UnsupportedOperationException(
                "This serializer belongs to an older form of a class: it can only read.");
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // nothing else tells two of them apart
    public boolean equals(Object obj) {
        return this == obj;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
