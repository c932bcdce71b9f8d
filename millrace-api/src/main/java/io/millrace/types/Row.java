// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Fields of any type, any of which may be null: by position ({@link #withPositions}), by name
 * ({@link #withNames}), or, in rows that a serializer made, by both. A row says what it does to a
 * table, by its {@link RowKind}.
 */
@PublicEvolving
public final class Row implements Serializable {

    private static final long serialVersionUID = 3L;

    private RowKind kind;

    /** Null for a row with names only. */
    private final Object[] fieldByPosition;

    /** Null for a row with positions. */
    private final Map<String, Object> fieldByName;

    /** Null unless positions have names. */
    private final LinkedHashMap<String, Integer> positionByName;

    Row(
            RowKind kind,
            Object[] fieldByPosition,
            Map<String, Object> fieldByName,
            LinkedHashMap<String, Integer> positionByName) {
        this.kind = Objects.requireNonNull(kind, "kind");
        this.fieldByPosition = fieldByPosition;
        this.fieldByName = fieldByName;
        this.positionByName = positionByName;
    }

    /** With so many positions, all null. */
    public Row(RowKind kind, int arity) {
        this(kind, new Object[arity], null, null);
    }

    /** With so many positions, all null; an insert. */
    public Row(int arity) {
        this(RowKind.INSERT, arity);
    }

    /** With so many positions, all null. */
    public static Row withPositions(RowKind kind, int arity) {
        return new Row(kind, arity);
    }

    /** With so many positions, all null; an insert. */
    public static Row withPositions(int arity) {
        return withPositions(RowKind.INSERT, arity);
    }

    /** Without fields; each gets its name when it is set. */
    public static Row withNames(RowKind kind) {
        return new Row(kind, null, new HashMap<>(), null);
    }

    /** Without fields; each gets its name when it is set. An insert. */
    public static Row withNames() {
        return withNames(RowKind.INSERT);
    }

    public RowKind getKind() {
        return kind;
    }

    public void setKind(RowKind kind) {
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    /** How many fields there are. */
    public int getArity() {
        return fieldByPosition != null ? fieldByPosition.length : fieldByName.size();
    }

    /**
     * The field at a position.
     *
     * @throws IllegalArgumentException when the row has names only
     */
    public Object getField(int pos) {
        return positions()[pos];
    }

    /** The same, cast. */
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public <T> T getFieldAs(int pos) {
        return (T) getField(pos);
    }

    /**
     * The field of a name.
     *
     * @throws IllegalArgumentException when the row has no names; or has them for its positions,
     *     but not this one
     */
    public Object getField(String name) {
        if (fieldByName != null) {
            return fieldByName.get(name);
        }
        return fieldByPosition[positionOf(name)];
    }

    /** The same, cast. */
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public <T> T getFieldAs(String name) {
        return (T) getField(name);
    }

    /**
     * Sets the field at a position.
     *
     * @throws IllegalArgumentException when the row has names only
     */
    public void setField(int pos, Object value) {
        positions()[pos] = value;
    }

    /**
     * Sets the field of a name; in a row with names only a new one is added.
     *
     * @throws IllegalArgumentException when the row has no names; or has them for its positions,
     *     but not this one
     */
    public void setField(String name, Object value) {
        if (fieldByName != null) {
            fieldByName.put(name, value);
        } else {
            fieldByPosition[positionOf(name)] = value;
        }
    }

    private Object[] positions() {
        if (fieldByPosition == null) {
            throw new IllegalArgumentException(
                    "This row was made by Row.withNames(): its fields have names and no positions.");
        }
        return fieldByPosition;
    }

    private int positionOf(String name) {
        if (positionByName == null) {
            throw new IllegalArgumentException(
                    "This row was made by Row.withPositions(...) or Row.of(...): its fields have positions and no"
                            + " names.");
        }
        Integer position = positionByName.get(name);
        if (position == null) {
            throw new IllegalArgumentException(
                    "There is no field '"
                            + name
                            + "' in this row, only "
                            + positionByName.keySet());
        }
        return position;
    }

    /**
     * The names of the fields; null when they have none.
     *
     * @param includeNamedPositions whether names of positions count
     */
    public Set<String> getFieldNames(boolean includeNamedPositions) {
        if (fieldByName != null) {
            return fieldByName.keySet();
        }
        return includeNamedPositions && positionByName != null ? positionByName.keySet() : null;
    }

    /** Sets all positions to null, or takes all names away. */
    public void clear() {
        if (fieldByPosition != null) {
            Arrays.fill(fieldByPosition, null);
        } else {
            fieldByName.clear();
        }
    }

    @Override
    public String toString() {
        return kind.shortString()
                + (fieldByPosition != null
                        ? RowUtils.text(fieldByPosition)
                        : RowUtils.text(fieldByName));
    }

    /**
     * Of the same kind, with the same fields: arrays by content, names in any order. Where fields
     * have positions in both rows these count, and not what they are called.
     */
    @Override
    public boolean equals(Object obj) {
        return obj instanceof Row other && RowUtils.equal(this, other);
    }

    @Override
    public int hashCode() {
        return RowUtils.hash(this);
    }

    Object[] byPosition() {
        return fieldByPosition;
    }

    Map<String, Object> byName() {
        return fieldByName;
    }

    /** With these fields at its positions; an insert. */
    public static Row of(Object... values) {
        return ofKind(RowKind.INSERT, values);
    }

    /** With these fields at its positions. */
    public static Row ofKind(RowKind kind, Object... values) {
        return new Row(kind, values.clone(), null, null);
    }

    /** Another row with the same fields, which are not copied. */
    public static Row copy(Row row) {
        return new Row(
                row.kind,
                row.fieldByPosition == null ? null : row.fieldByPosition.clone(),
                row.fieldByName == null ? null : new HashMap<>(row.fieldByName),
                row.positionByName);
    }

    /** A row of the fields at these positions. */
    public static Row project(Row row, int[] fieldPositions) {
        Row projected = withPositions(row.kind, fieldPositions.length);
        for (int i = 0; i < fieldPositions.length; i++) {
            projected.setField(i, row.getField(fieldPositions[i]));
        }
        return projected;
    }

    /** A row of the fields of these names. */
    public static Row project(Row row, String[] fieldNames) {
        Row projected = withNames(row.kind);
        for (String name : fieldNames) {
            projected.setField(name, row.getField(name));
        }
        return projected;
    }

    /**
     * The fields of all rows in one, of the first one's kind. Names of positions are lost.
     *
     * @throws IllegalArgumentException when some have positions and some names, or a name occurs
     *     twice
     */
    public static Row join(Row first, Row... remainings) {
        List<Row> rows = new ArrayList<>(List.of(first));
        Collections.addAll(rows, remainings);
        if (rows.stream().allMatch(row -> row.fieldByPosition != null)) {
            return new Row(
                    first.kind,
                    rows.stream().flatMap(row -> Arrays.stream(row.fieldByPosition)).toArray(),
                    null,
                    null);
        }
        if (!rows.stream().allMatch(row -> row.fieldByName != null)) {
            throw new IllegalArgumentException(
                    "Rows can be joined when all of them have positions, or all of them names.");
        }
        Row joined = withNames(first.kind);
        Set<String> seen = new LinkedHashSet<>();
        for (Row row : rows) {
            for (Map.Entry<String, Object> field : row.fieldByName.entrySet()) {
                if (!seen.add(field.getKey())) {
                    throw new IllegalArgumentException(
                            "Two of the rows have a field '" + field.getKey() + "'.");
                }
                joined.setField(field.getKey(), field.getValue());
            }
        }
        return joined;
    }

    /** With names for its positions. */
    @Internal
    static Row named(RowKind kind, Object[] fields, LinkedHashMap<String, Integer> positions) {
        return new Row(kind, fields, null, positions);
    }
}
