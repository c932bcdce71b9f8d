// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.CompositeType;
import io.millrace.api.common.typeutils.CompositeType.FlatFieldDescriptor;
import io.millrace.api.common.typeutils.CompositeType.InvalidFieldReferenceException;
import java.util.List;

/**
 * A field expression split at its first dot.
 *
 * @param head the field, or {@code "*"} for all
 * @param tail the rest, or null
 */
record FieldExpression(String head, String tail) {

    static FieldExpression of(String text) {
        if (text == null || text.isBlank()) {
            throw new InvalidFieldReferenceException(
                    "A field expression is a field's name or \"*\", not an empty text.");
        }
        String trimmed = text.strip();
        int dot = trimmed.indexOf('.');
        return dot < 0
                ? new FieldExpression(trimmed, null)
                : new FieldExpression(trimmed.substring(0, dot), trimmed.substring(dot + 1));
    }

    /** Whether all fields are meant, nested ones included. */
    boolean all() {
        return head.equals("*") || head.equals("_");
    }

    /** The position of the field at the head in that type. */
    int position(CompositeType<?> type) {
        int index = type.getFieldIndex(head);
        if (index < 0 && type instanceof TupleTypeInfoBase && head.matches("[0-9]{1,4}")) {
            index = Integer.parseInt(head);
        }
        if (index < 0 || index >= type.getArity()) {
            throw new InvalidFieldReferenceException(
                    "There is no field '"
                            + head
                            + "' in "
                            + type
                            + "; its fields are "
                            + List.of(type.getFieldNames())
                            + ".");
        }
        return index;
    }

    /** The type of the field this names in that type. */
    TypeInformation<?> typeIn(CompositeType<?> type) {
        if (all()) {
            throw new InvalidFieldReferenceException(
                    "The expression \"" + head + "\" names all fields; one field is needed here.");
        }
        TypeInformation<?> field = type.getTypeAt(position(type));
        return tail == null ? field : composite(field).getTypeAt(tail);
    }

    /** Adds all fields this names in that type, taken apart. */
    void flatten(CompositeType<?> type, int offset, List<FlatFieldDescriptor> result) {
        int only = all() ? -1 : position(type);
        int position = offset;
        for (int i = 0; i < type.getArity(); i++) {
            TypeInformation<?> field = type.getTypeAt(i);
            if (only < 0 || only == i) {
                if (tail != null) {
                    composite(field).getFlatFields(tail, position, result);
                } else if (field instanceof CompositeType<?> nested) {
                    nested.getFlatFields("*", position, result);
                } else {
                    result.add(descriptor(type, i, position, field));
                }
            }
            position += field.getTotalFields();
        }
    }

    private CompositeType<?> composite(TypeInformation<?> field) {
        if (field instanceof CompositeType<?> nested) {
            return nested;
        }
        throw new InvalidFieldReferenceException(
                "The field '"
                        + head
                        + "' is of type "
                        + field
                        + ", which has no field '"
                        + tail
                        + "'.");
    }

    private static FlatFieldDescriptor descriptor(
            CompositeType<?> type, int index, int position, TypeInformation<?> field) {
        return type instanceof PojoTypeInfo
                ? new PojoTypeInfo.NamedFlatFieldDescriptor(
                        type.getFieldNames()[index], position, field)
                : new FlatFieldDescriptor(position, field);
    }
}
