// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/**
 * Remembers the tuple's class and the serializers of its fields. A tuple of the library is
 * remembered by its number of fields, so that its class may change its name.
 */
@Internal
public final class TupleSerializerSnapshot<T extends Tuple>
        extends CompositeTypeSerializerSnapshot<T, TupleSerializer<T>> {

    private static final String OWN = "";

    private Class<T> tupleClass;

    /** For reading. */
    public TupleSerializerSnapshot() {}

    TupleSerializerSnapshot(TupleSerializer<T> serializer) {
        super(serializer);
        this.tupleClass = serializer.getTupleClass();
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return 2;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(TupleSerializer<T> outerSerializer) {
        return outerSerializer.getFieldSerializers();
    }

    @Override
    protected TupleSerializer<T> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nestedSerializers) {
        return new TupleSerializer<>(tupleClass, nestedSerializers);
    }

    @Override
    protected void writeOuterSnapshot(DataOutputView out) throws IOException {
        int arity = getNestedSerializerSnapshots().length;
        boolean own = arity <= Tuple.MAX_ARITY && tupleClass == Tuple.getTupleClass(arity);
        out.writeUTF(own ? OWN : tupleClass.getName());
        out.writeInt(arity);
    }

    @Override
    @SuppressWarnings("unchecked") // checked to be a tuple
    protected void readOuterSnapshot(
            int readOuterSnapshotVersion, DataInputView in, ClassLoader userCodeClassLoader)
            throws IOException {
        String name = in.readUTF();
        int arity = in.readInt();
        if (name.equals(OWN)) {
            if (arity < 0 || arity > Tuple.MAX_ARITY) {
                throw new IOException("the bytes name a tuple of " + arity + " fields");
            }
            this.tupleClass = (Class<T>) Tuple.getTupleClass(arity);
        } else {
            try {
                this.tupleClass =
                        (Class<T>)
                                Class.forName(name, false, userCodeClassLoader)
                                        .asSubclass(Tuple.class);
            } catch (ClassNotFoundException | ClassCastException e) {
                throw new IOException(
                        "the tuple class '"
                                + name
                                + "' named in the bytes is not on the class path, or no tuple",
                        e);
            }
        }
    }

    @Override
    protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        return oldSerializerSnapshot instanceof TupleSerializerSnapshot<T> old
                        && old.tupleClass == tupleClass
                ? OuterSchemaCompatibility.COMPATIBLE_AS_IS
                : OuterSchemaCompatibility.INCOMPATIBLE;
    }

    /** The name of a tuple class that is the program's own. */
    @Override
    public String toString() {
        return "tuple " + tupleClass.getName();
    }
}
