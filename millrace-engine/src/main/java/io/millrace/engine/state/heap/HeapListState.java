// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.state.ListState;
import io.millrace.engine.state.StateLabel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * List state: one list per key. {@link #get} hands out the live list, which may be changed in place
 * (ST-9).
 */
final class HeapListState<E> implements ListState<E> {

    private final ValueCell<List<E>> cell;
    private final StateLabel label;

    HeapListState(ValueCell<List<E>> cell, StateLabel label) {
        this.cell = cell;
        this.label = label;
    }

    @Override
    public Iterable<E> get() {
        List<E> list = cell.own();
        return list == null ? List.of() : list;
    }

    @Override
    public void add(E element) {
        requireElement(element);
        List<E> list = cell.own();
        if (list == null) {
            list = new ArrayList<>();
            cell.update(list);
        }
        list.add(element);
    }

    @Override
    public void addAll(List<E> elements) {
        requireElements(elements, "addAll");
        if (elements.isEmpty()) {
            return;
        }
        List<E> list = cell.own();
        if (list == null) {
            cell.update(new ArrayList<>(elements));
        } else {
            list.addAll(elements);
        }
    }

    /** Replaces the list; an empty one clears the state. */
    @Override
    public void update(List<E> elements) {
        requireElements(elements, "update");
        if (elements.isEmpty()) {
            cell.clear();
        } else {
            cell.update(new ArrayList<>(elements));
        }
    }

    @Override
    public void clear() {
        cell.clear();
    }

    /** One list of both; the first is changed. */
    static <E> List<E> merge(List<E> into, List<E> from) {
        into.addAll(from);
        return into;
    }

    private void requireElements(List<E> elements, String call) {
        Objects.requireNonNull(
                elements, () -> call + "(null) on the " + label + ": the list itself is null.");
        for (E element : elements) {
            requireElement(element);
        }
    }

    private void requireElement(E element) {
        Objects.requireNonNull(
                element,
                () ->
                        "A null element cannot be added to the "
                                + label
                                + ". The list is unchanged.");
    }
}
