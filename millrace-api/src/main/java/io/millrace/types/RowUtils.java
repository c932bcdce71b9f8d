// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What is to be done with rows. */
@PublicEvolving
public final class RowUtils {

    private RowUtils() {}

    /** Whether both lists have equal rows, in the same order. */
    public static boolean compareRows(List<Row> l1, List<Row> l2) {
        return compareRows(l1, l2, false);
    }

    /**
     * Whether both lists have equal rows.
     *
     * @param ignoreOrder whether they may stand in another order
     */
    public static boolean compareRows(List<Row> l1, List<Row> l2, boolean ignoreOrder) {
        if (l1 == null || l2 == null) {
            return l1 == l2;
        }
        if (!ignoreOrder) {
            return l1.equals(l2);
        }
        List<Row> left = new ArrayList<>(l2);
        return l1.size() == l2.size() && l1.stream().allMatch(left::remove);
    }

    /** A row with positions that have names. */
    @Internal
    public static Row createRowWithNamedPositions(
            RowKind kind, Object[] fieldByPosition, LinkedHashMap<String, Integer> positionByName) {
        return Row.named(kind, fieldByPosition, positionByName);
    }

    /** Of a row, and of whatever is in it. */
    static boolean equal(Row one, Row other) {
        if (one.getKind() != other.getKind() || one.getArity() != other.getArity()) {
            return false;
        }
        if (one.byName() == null && other.byName() == null) {
            return Objects.equals(one.names(), other.names())
                    && equal(one.byPosition(), other.byPosition());
        }
        Set<String> names = one.getFieldNames(true);
        return names != null
                && names.equals(other.getFieldNames(true))
                && names.stream().allMatch(name -> equal(one.getField(name), other.getField(name)));
    }

    private static boolean equal(Object one, Object other) {
        if (one == null || other == null) {
            return one == other;
        }
        if (one.getClass().isArray() && other.getClass().isArray()) {
            int length = Array.getLength(one);
            if (length != Array.getLength(other)) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (!equal(Array.get(one, i), Array.get(other, i))) {
                    return false;
                }
            }
            return true;
        }
        if (one instanceof List<?> a && other instanceof List<?> b) {
            return equal(a.toArray(), b.toArray());
        }
        if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
            return a.keySet().equals(b.keySet())
                    && a.keySet().stream().allMatch(key -> equal(a.get(key), b.get(key)));
        }
        return one.equals(other);
    }

    static int hash(Row row) {
        int hash = 31 * row.getKind().toByteValue();
        if (row.byPosition() != null && row.names() == null) {
            return hash + hash(row.byPosition());
        }
        for (String name : new HashSet<>(row.getFieldNames(true))) {
            hash += name.hashCode() ^ hash(row.getField(name));
        }
        return hash;
    }

    private static int hash(Object value) {
        if (value == null) {
            return 0;
        }
        if (value.getClass().isArray()) {
            int hash = 1;
            for (int i = 0; i < Array.getLength(value); i++) {
                hash = 31 * hash + hash(Array.get(value, i));
            }
            return hash;
        }
        if (value instanceof List<?> list) {
            return hash(list.toArray());
        }
        if (value instanceof Map<?, ?> map) {
            return map.keySet().hashCode();
        }
        return value.hashCode();
    }

    /** For people: arrays by content. */
    static String text(Object value) {
        if (value == null) {
            return "null";
        }
        if (value.getClass().isArray()) {
            Object[] elements = new Object[Array.getLength(value)];
            Arrays.setAll(elements, i -> text(Array.get(value, i)));
            return Arrays.toString(elements);
        }
        return value.toString();
    }
}
