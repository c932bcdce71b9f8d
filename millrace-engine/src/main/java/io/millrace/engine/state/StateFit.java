// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.TypeFit.Outcome;
import io.millrace.spi.types.TypeDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a state that a snapshot holds fits what a program asks for. A pure function of types: no
 * state is read, nothing is started. Backends ask it when the program registers a state, and tools
 * ask it without a job.
 *
 * <p>The classes of the program are looked for by the class loader of the thread ({@link
 * io.millrace.spi.types.ProgramClasses}).
 *
 * @param outcome the verdict over all places
 * @param why what is in the way, or what has changed; whole sentences, empty if nothing has
 * @param places how each serializer of the state fits: of a value or element the only one; of map
 *     and broadcast state that of the keys, then that of the values. Empty if incompatible, and for
 *     timers
 */
public record StateFit(Outcome outcome, String why, List<TypeFit<?>> places) {

    public StateFit {
        places = List.copyOf(places);
    }

    /**
     * Judges keyed state.
     *
     * @param now the program's descriptor, its serializers initialized
     * @param namespaces null for a state without
     */
    public static StateFit ofKeyed(
            StateHeader old, StateDescriptor<?, ?> now, TypeSerializer<?> namespaces) {
        return ofKeyed(old, kind(now), namespaces, serializers(now));
    }

    /** The same by kind and serializers; see {@link #of}. */
    public static StateFit ofKeyed(
            StateHeader old,
            String kind,
            TypeSerializer<?> namespaces,
            TypeSerializer<?>... serializers) {
        StateFit in = ofNamespaces(old, namespaces);
        return in.outcome == Outcome.AS_IS ? of(old, kind, serializers) : in;
    }

    /**
     * Judges operator state.
     *
     * @param kind {@code operator-list}, {@code union-list} or {@code broadcast}: how the program
     *     asks for it
     * @param now the program's descriptor, its serializers initialized
     */
    public static StateFit ofOperator(StateHeader old, String kind, StateDescriptor<?, ?> now) {
        return of(old, kind, serializers(now));
    }

    /** Judges keys, of which {@code AFTER_MIGRATION} is not to be had (ST-35). */
    public static StateFit ofKeys(String oldType, StateShape oldShape, TypeSerializer<?> now) {
        TypeFit<?> fit = oldShape.fitKey(0, oldType, now);
        return new StateFit(fit.outcome(), fit.why(), List.of(fit));
    }

    /**
     * Judges the keys of an operator's keyed state for its backend, and its max parallelism.
     *
     * @param operator for messages
     * @return what reads and writes the keys as they lie: the program's serializer, or one that
     *     stands for it
     * @throws StateMismatch they don't fit
     */
    @SuppressWarnings("unchecked") // the fit is made of the keys' serializer
    public static <K> TypeSerializer<K> requireKeys(
            String operator,
            String oldType,
            StateShape oldShape,
            int oldMaxParallelism,
            TypeSerializer<K> now,
            int maxParallelism) {
        StateFit fit = ofKeys(oldType, oldShape, now);
        if (fit.outcome() == Outcome.INCOMPATIBLE) {
            throw new StateMismatch(
                    "The keyed state of "
                            + operator
                            + " was written for keys of type "
                            + oldType
                            + ", but the program's key selector now gives "
                            + TypeDescription.of(now)
                            + ". "
                            + (fit.why().isEmpty() ? "" : fit.why() + " ")
                            + "Keep the type of the key, or give the operator another uid to begin with empty"
                            + " state.");
        }
        if (oldMaxParallelism != maxParallelism) {
            throw new StateMismatch(
                    "The keyed state of "
                            + operator
                            + " was written with max parallelism "
                            + oldMaxParallelism
                            + ", but the operator now has "
                            + maxParallelism
                            + ". The max parallelism of an operator with state cannot be changed: set it to "
                            + oldMaxParallelism
                            + ".");
        }
        return (TypeSerializer<K>) fit.places().get(0).serializer();
    }

    /**
     * Judges timers: their keys are judged with all keys, their namespaces here.
     *
     * @param namespaces null for timers without
     */
    public static StateFit ofTimers(StateHeader old, TypeSerializer<?> namespaces) {
        return old.kind().equals(StateName.TIMERS)
                ? ofNamespaces(old, namespaces)
                : incompatible(
                        "It was written as "
                                + old.kind()
                                + " state and is now asked for as timers.");
    }

    private static StateFit ofNamespaces(StateHeader old, TypeSerializer<?> namespaces) {
        NamespaceType now = NamespaceType.of(namespaces);
        String differs =
                "It was written " + old.namespaces() + " and is now asked for " + now + ".";
        try {
            return old.namespaces().isReadBy(namespaces)
                    ? new StateFit(Outcome.AS_IS, "", List.of())
                    : incompatible(differs);
        } catch (IncompatibleShape e) {
            return incompatible(differs + " " + e.getMessage());
        }
    }

    /**
     * Judges by kind and serializers.
     *
     * @param serializers one, or of map and broadcast state those of keys and values
     */
    public static StateFit of(StateHeader old, String kind, TypeSerializer<?>... serializers) {
        String type = type(kind, serializers);
        if (!old.kind().equals(kind)) {
            return incompatible(
                    "It was written as "
                            + old.kind()
                            + " state of type "
                            + old.type()
                            + " and is now asked for as "
                            + kind
                            + " state of type "
                            + type
                            + ".");
        }
        if (!old.shape().isKnown()) {
            return ofTexts(old, type, serializers);
        }
        Outcome outcome = Outcome.AS_IS;
        StringBuilder why = new StringBuilder();
        List<TypeFit<?>> places = new ArrayList<>();
        for (int place = 0; place < serializers.length; place++) {
            boolean key = serializers.length == 2 && place == 0;
            TypeFit<?> fit =
                    key
                            ? old.shape().fitKey(place, serializers[place])
                            : old.shape().fit(place, serializers[place]);
            places.add(fit);
            outcome = outcome.and(fit.outcome());
            if (!fit.why().isEmpty()) {
                why.append(why.isEmpty() ? "" : " ").append(fit.why());
            }
        }
        if (outcome != Outcome.INCOMPATIBLE) {
            return new StateFit(outcome, why.toString(), places);
        }
        return incompatible(
                "Its type was "
                        + old.type()
                        + " and is now "
                        + type
                        + "."
                        + (why.isEmpty() ? "" : " " + why));
    }

    /** What was written before there were shapes of all types tells its type by its text alone. */
    private static StateFit ofTexts(StateHeader old, String type, TypeSerializer<?>... now) {
        String before = TimedSerializer.withoutMark(old.type());
        String after = TimedSerializer.withoutMark(type);
        if (!before.equals(after)) {
            String change = TypeChange.between(before, after);
            return incompatible(
                    "Its type was "
                            + old.type()
                            + " and is now "
                            + type
                            + "."
                            + (change.isEmpty() ? "" : " " + change));
        }
        List<TypeFit<?>> places = new ArrayList<>();
        for (TypeSerializer<?> each : now) {
            places.add(TypeFit.asIs(each));
        }
        return new StateFit(Outcome.AS_IS, "", places);
    }

    private static StateFit incompatible(String why) {
        return new StateFit(Outcome.INCOMPATIBLE, why, List.of());
    }

    /** The kind of keyed state that is asked for by this descriptor, as snapshots name it. */
    public static String kind(StateDescriptor<?, ?> descriptor) {
        return descriptor.getType().name().toLowerCase(Locale.ROOT);
    }

    /** The serializers of a state that is asked for by this descriptor, in the order of places. */
    public static TypeSerializer<?>[] serializers(StateDescriptor<?, ?> descriptor) {
        if (descriptor instanceof ListStateDescriptor<?> list) {
            return new TypeSerializer<?>[] {list.getElementSerializer()};
        } else if (descriptor instanceof MapStateDescriptor<?, ?> map) {
            return new TypeSerializer<?>[] {map.getKeySerializer(), map.getValueSerializer()};
        }
        return new TypeSerializer<?>[] {descriptor.getSerializer()};
    }

    /** The text of a state's type, as snapshots have it. */
    public static String type(String kind, TypeSerializer<?>... serializers) {
        TypeSerializer<?> last = serializers[serializers.length - 1];
        String text = TimedSerializer.text(last);
        return (serializers.length == 2
                        ? "Map<" + TypeDescription.of(serializers[0]) + ", " + text + ">"
                        : kind.equals("list") ? "List<" + text + ">" : text)
                + TimedSerializer.mark(last);
    }
}
