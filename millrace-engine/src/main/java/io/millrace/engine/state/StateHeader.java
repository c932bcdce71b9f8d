// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * What a snapshot tells of one state beside its entries.
 *
 * @param name the program's name for it
 * @param kind as in {@link StateSummary#kind()}
 * @param type of what is kept, as text
 * @param shape what is remembered of the type beside the text
 * @param namespaces of which type they are; none where there are none
 */
public record StateHeader(
        String name, String kind, String type, StateShape shape, NamespaceType namespaces) {

    /** The state that the reader is at. */
    public static StateHeader of(StateFileReader reader) {
        return new StateHeader(
                reader.name(), reader.kind(), reader.type(), reader.shape(), reader.namespaces());
    }

    /** A state that is carried along. */
    public static StateHeader of(CarriedState state) {
        return new StateHeader(
                state.name(), state.kind(), state.type(), state.shape(), state.namespaces());
    }
}
