// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.types.Widening;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * The snapshot of a serializer without configuration: there is nothing to remember but which one it
 * was. Compatible with itself only, but that a number may become a wider one ({@link Widening}).
 *
 * @param <T> the values
 */
@PublicEvolving
public abstract class SimpleTypeSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {

    private static final int VERSION = 3;

    private final Supplier<? extends TypeSerializer<T>> serializer;

    /**
     * Set when this, an old one, was judged by a newer one of a wider number: what is restored then
     * reads these.
     */
    private TypeSerializer<T> widened;

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
        return widened != null ? widened : serializer.get();
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        if (!(oldSerializerSnapshot instanceof SimpleTypeSerializerSnapshot<T> old)) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        TypeSerializer<T> before = old.restoreSerializer();
        TypeSerializer<T> now = restoreSerializer();
        if (before.getClass() == now.getClass()) {
            return TypeSerializerSchemaCompatibility.compatibleAsIs();
        }
        TypeSerializer<T> wider = Widening.reader(before, now);
        if (wider == null) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        old.widened = wider;
        return TypeSerializerSchemaCompatibility.compatibleAfterMigration();
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
