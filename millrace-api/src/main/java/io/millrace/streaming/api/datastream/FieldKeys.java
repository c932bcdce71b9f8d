// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.typeinfo.BasicArrayTypeInfo;
import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.CompositeType;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.api.java.typeutils.TupleTypeInfoBase;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.spi.FieldAccess;
import io.millrace.types.NullFieldException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes fields of a record as its key: a tuple of them; a field that has fields itself gives those,
 * one by one.
 *
 * <p>A field may be null if its type can be written so, as a string can: then null is a part of the
 * key like any other. Otherwise a null is refused when it comes.
 */
final class FieldKeys<T> implements KeySelector<T, Tuple>, ResultTypeQueryable<Tuple> {

    private static final long serialVersionUID = 1L;

    /** What an expression ends with that names all fields of a field. */
    private static final String ALL_OF = ".*";

    private final ArrayList<FieldAccess<T>> fields = new ArrayList<>();
    private final boolean[] nullable;
    private final TypeInformation<Tuple> type;

    private FieldKeys(TypeInformation<T> recordType, ExecutionConfig config, List<Flat> flat) {
        if (flat.isEmpty()) {
            throw new InvalidProgramException(
                    "keyBy needs at least one field of " + recordType + '.');
        }
        if (flat.size() > Tuple.MAX_ARITY) {
            throw new InvalidProgramException(
                    "keyBy can use up to "
                            + Tuple.MAX_ARITY
                            + " fields, but these are "
                            + flat.size()
                            + " fields of "
                            + recordType
                            + '.');
        }
        nullable = new boolean[flat.size()];
        TypeInformation<?>[] types = new TypeInformation<?>[flat.size()];
        for (int i = 0; i < types.length; i++) {
            fields.add(FieldAccess.of(recordType, flat.get(i).expression(), config));
            types[i] = flat.get(i).type();
            nullable[i] = canBeNull(types[i], config);
        }
        this.type = Types.TUPLE(types);
    }

    /** Fields at positions. */
    static <T> FieldKeys<T> at(TypeInformation<T> type, ExecutionConfig config, int... positions) {
        boolean array =
                type instanceof BasicArrayTypeInfo || type instanceof PrimitiveArrayTypeInfo;
        if (!array && !(type instanceof TupleTypeInfoBase)) {
            throw new InvalidProgramException(
                    "keyBy by position needs tuples or arrays, but the records are of type "
                            + type
                            + ". Use a key selector such as keyBy(record -> ...), or the names of"
                            + " fields.");
        }
        String[] expressions = new String[positions.length];
        for (int i = 0; i < positions.length; i++) {
            // Asked for by position first: its message is about positions.
            FieldAccess.at(type, positions[i], config);
            expressions[i] =
                    !array
                            ? ((CompositeType<T>) type).getFieldNames()[positions[i]]
                            : String.valueOf(positions[i]);
        }
        return of(type, config, expressions);
    }

    /** Fields by expressions. */
    static <T> FieldKeys<T> of(
            TypeInformation<T> type, ExecutionConfig config, String... expressions) {
        List<Flat> flat = new ArrayList<>();
        for (String expression : expressions) {
            String text = whole(expression.trim());
            if (type instanceof BasicTypeInfo && !text.equals("*")) {
                throw new InvalidProgramException(
                        "keyBy(\""
                                + text
                                + "\") names a field, but the records are of type "
                                + type
                                + ", which has none. Use keyBy(record -> record), or \"*\" for the"
                                + " whole record.");
            }
            // Refused with a message when there is no such field.
            FieldAccess.of(type, text, config);
            if (text.equals("*")) {
                flatten("", type, flat);
            } else if (text.endsWith(ALL_OF)) {
                String field = text.substring(0, text.length() - ALL_OF.length());
                flatten(field, typeOf(type, field), flat);
            } else {
                flatten(text, typeOf(type, text), flat);
            }
        }
        return new FieldKeys<>(type, config, flat);
    }

    /** As Scala has it, {@code _} is {@code *}. */
    private static String whole(String text) {
        return text.equals("_")
                ? "*"
                : text.endsWith("._") ? text.substring(0, text.length() - 1) + "*" : text;
    }

    @Override
    public Tuple getKey(T value) throws Exception {
        Tuple key = Tuple.newInstance(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            Object part = fields.get(i).get(value);
            if (part == null && !nullable[i]) {
                throw new NullFieldException(
                        "The key "
                                + fields.get(i)
                                + " is null in the record "
                                + value
                                + ". Such a key could not be kept in a checkpoint: filter such records"
                                + " out before keyBy, or use a key selector that gives them a key.");
            }
            key.setField(part, i);
        }
        return key;
    }

    @Override
    public TypeInformation<Tuple> getProducedType() {
        return type;
    }

    /** Whether a key with a null there can be written. */
    private static <F> boolean canBeNull(TypeInformation<F> type, ExecutionConfig config) {
        try {
            type.createSerializer(config.getSerializerConfig())
                    .serialize(null, new DataOutputSerializer(16));
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private static void flatten(String prefix, TypeInformation<?> type, List<Flat> into) {
        if (!(type instanceof CompositeType<?> composite)) {
            into.add(new Flat(prefix.isEmpty() ? "*" : prefix, type));
            return;
        }
        String[] names = composite.getFieldNames();
        for (int i = 0; i < names.length; i++) {
            flatten(
                    prefix.isEmpty() ? names[i] : prefix + "." + names[i],
                    composite.getTypeAt(i),
                    into);
        }
    }

    private static TypeInformation<?> typeOf(TypeInformation<?> type, String expression) {
        if (type instanceof BasicArrayTypeInfo<?, ?> array) {
            return array.getComponentInfo();
        }
        if (type instanceof PrimitiveArrayTypeInfo<?> array) {
            return array.getComponentType();
        }
        if (!(type instanceof CompositeType<?> composite)) {
            return type;
        }
        int dot = expression.indexOf('.');
        String head = dot < 0 ? expression : expression.substring(0, dot);
        int index = composite.getFieldIndex(head);
        TypeInformation<?> field = composite.getTypeAt(index < 0 ? Integer.parseInt(head) : index);
        String rest = dot < 0 ? "*" : expression.substring(dot + 1);
        return rest.equals("*") ? field : typeOf(field, rest);
    }

    private record Flat(String expression, TypeInformation<?> type) {}
}
