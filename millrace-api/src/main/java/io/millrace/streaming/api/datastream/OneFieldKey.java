// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.functions.Partitioner;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.GenericTypeInfo;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.spi.FieldAccess;

/** Takes one field of a record as the key of a custom partitioner: its value, and no tuple. */
final class OneFieldKey<T, K> implements KeySelector<T, K> {

    private static final long serialVersionUID = 1L;

    private final FieldAccess<T> field;

    private OneFieldKey(FieldAccess<T> field) {
        this.field = field;
    }

    /** The field at a position. */
    static <T, K> KeySelector<T, K> at(
            TypeInformation<T> type, int position, ExecutionConfig config, Partitioner<K> takes) {
        // The same refusals, in the same words, as a keyBy of this field has.
        return checked(
                FieldKeys.at(type, config, position),
                FieldAccess.at(type, position, config),
                takes);
    }

    /** The field of an expression. */
    static <T, K> KeySelector<T, K> of(
            TypeInformation<T> type,
            String expression,
            ExecutionConfig config,
            Partitioner<K> takes) {
        return checked(
                FieldKeys.of(type, config, expression),
                FieldAccess.of(type, expression.trim(), config),
                takes);
    }

    private static <T, K> KeySelector<T, K> checked(
            FieldKeys<T> keys, FieldAccess<T> field, Partitioner<K> takes) {
        if (keys.getProducedType().getArity() != 1) {
            throw new InvalidProgramException(
                    "A custom partitioner takes one value as its key, but the "
                            + field
                            + " has "
                            + keys.getProducedType().getArity()
                            + " fields itself. Name one of them, or use a key selector.");
        }
        TypeInformation<K> wanted;
        try {
            wanted = TypeExtractor.getPartitionerTypes(takes, "partitionCustom", false);
        } catch (InvalidTypesException e) {
            return new OneFieldKey<>(field); // a lambda does not say; the first record will tell
        }
        if (!(wanted instanceof GenericTypeInfo)
                && !wanted.getTypeClass().isAssignableFrom(field.fieldClass())) {
            throw new InvalidProgramException(
                    "The partitioner takes keys of type "
                            + wanted
                            + ", but the "
                            + field
                            + " is of class "
                            + field.fieldClass().getName()
                            + '.');
        }
        return new OneFieldKey<>(field);
    }

    @Override
    @SuppressWarnings("unchecked") // the mirrored signature leaves the key's type to the caller
    public K getKey(T value) {
        return (K) field.get(value);
    }
}
