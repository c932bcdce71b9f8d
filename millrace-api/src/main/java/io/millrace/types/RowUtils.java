// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

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
        if (one.getKind() != other.getKind()) {
            return false;
        }
        if (one.byPosition() != null && other.byPosition() != null) {
            return equal(one.byPosition(), other.byPosition());
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
        if (one instanceof Object[] a && other instanceof Object[] b) {
            return a.getClass() == b.getClass() && equal(Arrays.asList(a), Arrays.asList(b));
        }
        if (one instanceof List<?> a && other instanceof List<?> b) {
            Iterator<?> counterparts = b.iterator();
            return a.size() == b.size()
                    && a.stream().allMatch(element -> equal(element, counterparts.next()));
        }
        if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
            return a.keySet().equals(b.keySet())
                    && a.keySet().stream().allMatch(key -> equal(a.get(key), b.get(key)));
        }
        return Objects.deepEquals(one, other);
    }

    /**
     * As Flink has it, for a row may be a key, and then this tells which subtask it goes to: rows
     * with positions and rows with names only differ, also where they are equal.
     */
    static int hash(Row row) {
        return 31 * row.getKind().toByteValue()
                + hash(row.byPosition() != null ? row.byPosition() : row.byName());
    }

    private static int hash(Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof Row row) {
            return hash(row);
        }
        if (value instanceof Object[] array) {
            return hash(Arrays.asList(array));
        }
        int hash = 1;
        if (value instanceof List<?> list) {
            for (Object element : list) {
                hash = 31 * hash + hash(element);
            }
            return hash;
        }
        if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                hash += hash(entry.getKey()) ^ hash(entry.getValue());
            }
            return hash;
        }
        return Arrays.deepHashCode(new Object[] {value});
    }

    /** For people: arrays by content, wherever they are. */
    static String text(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(entry.getKey()) + '=' + text(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RowUtils::text).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value != null && value.getClass().isArray()) {
            Object[] elements = new Object[Array.getLength(value)];
            Arrays.setAll(elements, i -> Array.get(value, i));
            return text(Arrays.asList(elements));
        }
        return String.valueOf(value);
    }
}
