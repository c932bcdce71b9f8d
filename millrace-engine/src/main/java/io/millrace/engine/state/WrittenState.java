// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * What a snapshot tells of one state beside its entries.
 *
 * @param name the name the program gave it
 * @param kind as in {@link StateSummary#kind()}
 * @param type the text of its type
 * @param shape what is remembered of its serializers
 * @param namespaces none for operator state
 */
public record WrittenState(
        String name, String kind, String type, StateShape shape, NamespaceType namespaces) {

    /** The state that the reader is at. */
    public static WrittenState of(StateFileReader reader) {
        return new WrittenState(
                reader.name(), reader.kind(), reader.type(), reader.shape(), reader.namespaces());
    }

    /** A state that is carried along. */
    public static WrittenState of(CarriedState state) {
        return new WrittenState(
                state.name(), state.kind(), state.type(), state.shape(), state.namespaces());
    }
}
