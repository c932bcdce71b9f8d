// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** List or union list state of an operator; {@link #get} hands out the live list. */
final class OperatorList<S> implements ListState<S>, OperatorElements {

    private final String name;
    private final String kind;
    private final String operator;
    private final TypeSerializer<S> serializer;
    private final StateShape shape;
    private final List<S> list = new ArrayList<>();

    OperatorList(String name, String kind, String operator, TypeSerializer<S> serializer) {
        this.name = name;
        this.kind = kind;
        this.operator = operator;
        this.serializer = serializer;
        this.shape = StateShape.of(serializer);
    }

    @Override
    public Iterable<S> get() {
        return list;
    }

    @Override
    public void add(S element) {
        list.add(requireElement(element));
    }

    @Override
    public void addAll(List<S> elements) {
        requireElements(elements, "addAll");
        list.addAll(elements);
    }

    @Override
    public void update(List<S> elements) {
        requireElements(elements, "update");
        // The argument may be the live list itself, as get() gave it.
        List<S> replacement = new ArrayList<>(elements);
        list.clear();
        list.addAll(replacement);
    }

    @Override
    public void clear() {
        list.clear();
    }

    private void requireElements(List<S> elements, String call) {
        Objects.requireNonNull(
                elements, () -> call + "(null) on the " + label() + ": the list itself is null.");
        elements.forEach(this::requireElement);
    }

    private S requireElement(S element) {
        return Objects.requireNonNull(
                element,
                () ->
                        "A null element cannot be added to the "
                                + label()
                                + ". The list is unchanged.");
    }

    private String label() {
        return "list state '" + name + "' of " + operator;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public String type() {
        return TypeDescription.of(serializer);
    }

    /** Reads elements in the form they were written. */
    Reader reading(TypeSerializer<S> reader) {
        return in -> list.add(reader.deserialize(in));
    }

    @Override
    public Frozen freeze() {
        List<S> copy;
        if (serializer.isImmutableType()) {
            copy = List.copyOf(list);
        } else {
            copy = new ArrayList<>(list.size());
            for (S element : list) {
                copy.add(serializer.copy(element));
            }
        }
        TypeSerializer<S> writing = serializer.duplicate();
        return new Frozen() {
            @Override
            public long size() {
                return copy.size();
            }

            @Override
            public void write(StateFileWriter writer) throws IOException {
                writer.beginState(name, kind, TypeDescription.of(writing), shape);
                for (S element : copy) {
                    DataOutputView entry = writer.beginEntry();
                    writing.serialize(element, entry);
                    writer.endEntry();
                }
                writer.endState();
            }
        };
    }
}
