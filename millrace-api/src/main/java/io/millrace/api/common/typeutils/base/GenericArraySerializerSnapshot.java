// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;

/** Remembers class and serializer of an array's elements. */
@Internal
public final class GenericArraySerializerSnapshot<C>
        extends CompositeTypeSerializerSnapshot<C[], GenericArraySerializer<C>> {

    private Class<C> componentClass;

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
        this.componentClass = InstantiationUtil.resolveClassByName(in, userCodeClassLoader);
    }

    @Override
    protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
            TypeSerializerSnapshot<C[]> oldSerializerSnapshot) {
        return oldSerializerSnapshot instanceof GenericArraySerializerSnapshot<C> old
                        && old.componentClass == componentClass
                ? OuterSchemaCompatibility.COMPATIBLE_AS_IS
                : OuterSchemaCompatibility.INCOMPATIBLE;
    }

    @Override
    @SuppressWarnings("unchecked") // the one nested serializer is the elements'
    protected GenericArraySerializer<C> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nestedSerializers) {
        return new GenericArraySerializer<>(
                componentClass, (TypeSerializer<C>) nestedSerializers[0]);
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(GenericArraySerializer<C> outerSerializer) {
        return new TypeSerializer<?>[] {outerSerializer.getComponentSerializer()};
    }
}
