// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.types.Widening;
import java.io.IOException;

/** Remembers class and serializer of an array's elements. */
@Internal
public final class GenericArraySerializerSnapshot<C>
        extends CompositeTypeSerializerSnapshot<C[], GenericArraySerializer<C>> {

    private Class<C> componentClass;

    /** Set when numbers have become wider since: what is restored then makes arrays of these. */
    private Class<C> widened;

    /** For reading. */
    public GenericArraySerializerSnapshot() {}

    /** For writing. */
    public GenericArraySerializerSnapshot(GenericArraySerializer<C> genericArraySerializer) {
        super(genericArraySerializer);
        this.componentClass = genericArraySerializer.getComponentClass();
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return 1;
    }

    @Override
    protected void writeOuterSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(componentClass.getName());
    }

    @Override
    protected void readOuterSnapshot(
            int readOuterSnapshotVersion, DataInputView in, ClassLoader userCodeClassLoader)
            throws IOException {
        this.componentClass = classOrObject(in.readUTF(), userCodeClassLoader);
    }

    /** Of a class that is gone the elements are read as nulls, and so of any class. */
    @SuppressWarnings("unchecked") // an array of a gone class is only read to be dropped
    private static <C> Class<C> classOrObject(String name, ClassLoader loader) {
        try {
            return (Class<C>) Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            return (Class<C>) Object.class;
        }
    }

    @Override
    protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
            TypeSerializerSnapshot<C[]> oldSerializerSnapshot) {
        if (!(oldSerializerSnapshot instanceof GenericArraySerializerSnapshot<C> old)) {
            return OuterSchemaCompatibility.INCOMPATIBLE;
        } else if (old.componentClass == componentClass) {
            return OuterSchemaCompatibility.COMPATIBLE_AS_IS;
        } else if (old.componentClass.getName().startsWith("java.lang.")
                && componentClass.getName().startsWith("java.lang.")
                && Widening.isLossless(
                        old.componentClass.getSimpleName(), componentClass.getSimpleName())) {
            old.widened = componentClass;
            return OuterSchemaCompatibility.COMPATIBLE_AFTER_MIGRATION;
        }
        return OuterSchemaCompatibility.INCOMPATIBLE;
    }

    @Override
    @SuppressWarnings("unchecked") // the one nested serializer is the elements'
    protected GenericArraySerializer<C> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nestedSerializers) {
        return new GenericArraySerializer<>(
                widened != null ? widened : componentClass,
                (TypeSerializer<C>) nestedSerializers[0]);
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(GenericArraySerializer<C> outerSerializer) {
        return new TypeSerializer<?>[] {outerSerializer.getComponentSerializer()};
    }
}
