// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * The snapshot of a serializer without configuration: there is nothing to remember but which one it
 * was. Compatible with itself only.
 *
 * @param <T> the values
 */
@PublicEvolving
public abstract class SimpleTypeSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {

    private static final int VERSION = 3;

    private final Supplier<? extends TypeSerializer<T>> serializer;

    /** The supplier makes the serializer anew. */
    public SimpleTypeSerializerSnapshot(Supplier<? extends TypeSerializer<T>> serializerSupplier) {
        if (serializerSupplier == null) {
            throw new NullPointerException("serializerSupplier");
        }
        this.serializer = serializerSupplier;
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
        return serializer.get();
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        if (!(oldSerializerSnapshot instanceof SimpleTypeSerializerSnapshot<T> old)) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        return old.restoreSerializer().getClass() == restoreSerializer().getClass()
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.incompatible();
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        // the name of this class says it all
    }

    @Override
    public void readSnapshot(int readVersion, DataInputView in, ClassLoader classLoader)
            throws IOException {
        if (readVersion != VERSION) {
            throw new IOException(
                    "the snapshot of a serializer was written in version "
                            + readVersion
                            + " of its format; this program reads version "
                            + VERSION);
        }
    }

    @Override
    public final boolean equals(Object obj) {
        return obj != null && obj.getClass() == getClass();
    }

    @Override
    public final int hashCode() {
        return getClass().hashCode();
    }

    @Override
    public String toString() {
        return getClass().getName();
    }
}
