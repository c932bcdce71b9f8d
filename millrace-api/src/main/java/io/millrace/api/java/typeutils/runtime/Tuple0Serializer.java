// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.java.tuple.Tuple0;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** The tuple without fields, in one byte, so that a reader cannot run on without moving. */
@Internal
public class Tuple0Serializer extends TupleSerializer<Tuple0> {

    private static final long serialVersionUID = 1278813169022975971L;

    /** The one instance. */
    public static final Tuple0Serializer INSTANCE = new Tuple0Serializer();

    private Tuple0Serializer() {
        super(Tuple0.class, new TypeSerializer<?>[0]);
    }

    @Override
    public Tuple0Serializer duplicate() {
        return this;
    }

    @Override
    public Tuple0 createInstance() {
        return Tuple0.INSTANCE;
    }

    @Override
    public Tuple0 createInstance(Object[] fields) {
        if (fields == null || fields.length != 0) {
            throw new UnsupportedOperationException("a Tuple0 has no fields");
        }
        return Tuple0.INSTANCE;
    }

    @Override
    public Tuple0 copy(Tuple0 from) {
        return from;
    }

    @Override
    public Tuple0 copy(Tuple0 from, Tuple0 reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return 1;
    }

    @Override
    public void serialize(Tuple0 record, DataOutputView target) throws IOException {
        target.writeByte(42);
    }

    @Override
    public Tuple0 deserialize(DataInputView source) throws IOException {
        source.readByte();
        return Tuple0.INSTANCE;
    }

    @Override
    public Tuple0 deserialize(Tuple0 reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeByte(source.readByte());
    }

    @Override
    public TypeSerializerSnapshot<Tuple0> snapshotConfiguration() {
        return new Tuple0SerializerSnapshot();
    }

    @Override
    public int hashCode() {
        return Tuple0Serializer.class.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof Tuple0Serializer;
    }

    @Override
    public String toString() {
        return "Tuple0Serializer";
    }
}
