// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateTypes;
import io.millrace.engine.state.TypeFit;
import java.util.List;
import java.util.function.Function;

/**
 * A state that a program asks for.
 *
 * @param place where names are told apart
 * @param name the program's name for it
 * @param kind as snapshots name it
 * @param type its type, as snapshots have it; empty for timers
 * @param judge how what a snapshot has of it fits
 */
public record AskedFor(
        Place place, String name, String kind, String type, Function<StateHeader, StateFit> judge) {

    /** Two states of one name in different places have nothing to do with each other. */
    public enum Place {
        KEYED,
        /** Once per key and namespace: the window, mostly. */
        NAMESPACED,
        TIMERS,
        OPERATOR;

        /** Where a state of a snapshot is. */
        public static Place of(StateHead head) {
            if (!head.isKeyed()) {
                return OPERATOR;
            }
            return switch (StateName.of(head.kind(), head.namespaces(), head.name()).room()) {
                case STATE -> KEYED;
                case NAMESPACED -> NAMESPACED;
                case TIMERS -> TIMERS;
            };
        }
    }

    /** How it fits what a snapshot has of it. */
    public StateFit fit(StateHeader old) {
        return judge.apply(old);
    }

    /**
     * Keyed state.
     *
     * @param kept the descriptor of what is really kept, its serializers initialized
     * @param namespaces null for a state without
     */
    static AskedFor keyed(StateDescriptor<?, ?> kept, TypeSerializer<?> namespaces) {
        String kind = StateTypes.kind(kept);
        return new AskedFor(
                namespaces == null ? Place.KEYED : Place.NAMESPACED,
                kept.getName(),
                kind,
                StateTypes.type(kind, StateTypes.serializers(kept)),
                old -> StateFit.ofKeyed(old, kept, namespaces));
    }

    /** Operator state of the kind. */
    static AskedFor operator(StateDescriptor<?, ?> descriptor, String kind) {
        return new AskedFor(
                Place.OPERATOR,
                descriptor.getName(),
                kind,
                StateTypes.type(kind, StateTypes.serializers(descriptor)),
                old -> StateFit.ofOperator(old, kind, descriptor));
    }

    /**
     * Timers.
     *
     * @param namespaces null for timers without
     */
    static AskedFor timers(String name, TypeSerializer<?> namespaces) {
        return new AskedFor(
                Place.TIMERS,
                name,
                StateName.TIMERS,
                "",
                old -> StateFit.ofTimers(old, namespaces));
    }

    /** What is taken as it is, whatever it is. */
    static AskedFor anything(Place place, String name, String kind) {
        return new AskedFor(
                place, name, kind, "", old -> new StateFit(TypeFit.Outcome.AS_IS, "", List.of()));
    }
}
