// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** A value that is changed in place: how many numbers, and their sum. */
public final class Sum {

    public long n;
    public long sum;

    public Sum() {}

    public Sum(long n, long sum) {
        this.n = n;
        this.sum = sum;
    }

    public Sum add(long value) {
        n++;
        sum += value;
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sum && ((Sum) other).n == n && ((Sum) other).sum == sum;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(n * 31 + sum);
    }

    @Override
    public String toString() {
        return "Sum(" + n + ", " + sum + ")";
    }

    /** Writes two longs; knows that its values are mutable. */
    public static final class Serializer extends TypeSerializer<Sum> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean isImmutableType() {
            return false;
        }

        @Override
        public Serializer duplicate() {
            return this;
        }

        @Override
        public Sum createInstance() {
            return new Sum();
        }

        @Override
        public Sum copy(Sum from) {
            return new Sum(from.n, from.sum);
        }

        @Override
        public Sum copy(Sum from, Sum reuse) {
            return copy(from);
        }

        @Override
        public int getLength() {
            return 16;
        }

        @Override
        public void serialize(Sum record, DataOutputView target) throws IOException {
            target.writeLong(record.n);
            target.writeLong(record.sum);
        }

        @Override
        public Sum deserialize(DataInputView source) throws IOException {
            return new Sum(source.readLong(), source.readLong());
        }

        @Override
        public Sum deserialize(Sum reuse, DataInputView source) throws IOException {
            return deserialize(source);
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            target.write(source, 16);
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Serializer;
        }

        @Override
        public int hashCode() {
            return 17;
        }

        @Override
        public TypeSerializerSnapshot<Sum> snapshotConfiguration() {
            return new Snapshot();
        }

        /** There is nothing to remember. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Sum> {
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
