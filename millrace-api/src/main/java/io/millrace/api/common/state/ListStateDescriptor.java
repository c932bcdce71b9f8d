// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.ListSerializer;
import io.millrace.api.java.typeutils.ListTypeInfo;
import java.util.List;

/**
 * Describes a {@link ListState}, by the type of its entries.
 *
 * @param <T> the entries
 */
@PublicEvolving
public class ListStateDescriptor<T> extends StateDescriptor<ListState<T>, List<T>> {

    private static final long serialVersionUID = 2L;

    /** Describes by class. */
    public ListStateDescriptor(String name, Class<T> elementTypeClass) {
        super(name, new ListTypeInfo<>(elementTypeClass), null);
    }

    /** Describes by type. */
    public ListStateDescriptor(String name, TypeInformation<T> elementTypeInfo) {
        super(name, new ListTypeInfo<>(elementTypeInfo), null);
    }

    /** Describes by serializer. */
    public ListStateDescriptor(String name, TypeSerializer<T> typeSerializer) {
        super(name, new ListSerializer<>(typeSerializer), null);
    }

    /**
     * The serializer of one entry, a copy for the caller alone.
     *
     * @throws IllegalStateException when it has not been made yet
     */
    public TypeSerializer<T> getElementSerializer() {
        TypeSerializer<List<T>> whole = getSerializer();
        if (whole instanceof ListSerializer<T> list) {
            return list.getElementSerializer();
        }
        throw new IllegalStateException(
                "The serializer of list state '" + name + "' is not one of lists: " + whole);
    }

    @Override
    public Type getType() {
        return Type.LIST;
    }
}
