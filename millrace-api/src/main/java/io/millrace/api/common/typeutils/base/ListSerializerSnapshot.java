// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import java.util.List;

/** Remembers the serializer of a list's elements. */
public class ListSerializerSnapshot<T>
        extends CompositeTypeSerializerSnapshot<List<T>, ListSerializer<T>> {

    /** For reading. */
    public ListSerializerSnapshot() {}

    /** For writing. */
    public ListSerializerSnapshot(ListSerializer<T> listSerializer) {
        super(listSerializer);
    }

    @Override
    public int getCurrentOuterSnapshotVersion() {
        return 1;
    }

    @Override
    @SuppressWarnings("unchecked") // the one nested serializer is the elements'
    protected ListSerializer<T> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nestedSerializers) {
        return new ListSerializer<>((TypeSerializer<T>) nestedSerializers[0]);
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(ListSerializer<T> outerSerializer) {
        return new TypeSerializer<?>[] {outerSerializer.getElementSerializer()};
    }
}
