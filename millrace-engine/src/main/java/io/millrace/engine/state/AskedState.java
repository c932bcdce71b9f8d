// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import java.util.ArrayList;
import java.util.List;

/**
 * A keyed state that the program asks for, and whether what there is of its name fits it. Backends
 * differ in where entries lie, not in what they accept.
 *
 * @param label name and kind, and whose it is
 * @param namespaces null for a state without
 * @param serializers in the order of places, as {@link StateFit#serializers} has them
 */
public record AskedState(
        StateLabel label, TypeSerializer<?> namespaces, List<TypeSerializer<?>> serializers) {

    public AskedState {
        serializers = List.copyOf(serializers);
    }

    /**
     * What a descriptor asks for whose serializers are set.
     *
     * @param namespaces null for a state without
     */
    public static AskedState of(
            StateDescriptor<?, ?> descriptor,
            TypeSerializer<?> namespaces,
            String operatorName,
            String uid) {
        return new AskedState(
                new StateLabel(
                        descriptor.getName(), StateTypes.kind(descriptor), operatorName, uid),
                namespaces,
                List.of(StateTypes.serializers(descriptor)));
    }

    /** The text of its type, as snapshots have it. */
    public String type() {
        return StateTypes.type(label.kind(), array());
    }

    /** The serializer at a place. One that stands in for another is of the same values. */
    @SuppressWarnings("unchecked")
    public <T> TypeSerializer<T> serializer(int place) {
        return (TypeSerializer<T>) serializers.get(place);
    }

    /** Whether its namespaces are written by this serializer; null for none. */
    @SuppressWarnings("ReferenceEquality") // a quick yes before the question proper
    public static boolean isIn(TypeSerializer<?> own, TypeSerializer<?> namespaces) {
        return own == namespaces || own != null && own.equals(namespaces);
    }

    /**
     * A state of this name is registered already.
     *
     * @param known its label
     * @param type the text of its type
     * @param in its namespaces; null for a state without
     * @throws StateMismatch it is another
     */
    public void requireSame(StateLabel known, String type, TypeSerializer<?> in) {
        if (!known.kind().equals(label.kind()) || !type.equals(type()) || !isIn(in, namespaces)) {
            throw differs("is registered already as", known.kind(), type, NamespaceType.of(in), "");
        }
    }

    /**
     * How what a snapshot holds of it fits.
     *
     * @throws StateMismatch it does not
     */
    public StateFit fit(StateHeader restored) {
        StateFit fit = StateFit.ofKeyed(restored, label.kind(), namespaces, array());
        if (fit.outcome() == TypeFit.Outcome.INCOMPATIBLE) {
            throw differs(
                    "was restored as",
                    restored.kind(),
                    restored.type(),
                    restored.namespaces(),
                    fit.why() + " ");
        }
        return fit;
    }

    /**
     * The same state with the serializers to go on with, after parts of it that were written in
     * whatever shapes.
     *
     * @throws StateMismatch one does not fit
     */
    public AskedState after(List<StateHeader> restored) {
        AskedState asked = this;
        for (StateHeader part : restored) {
            List<TypeSerializer<?>> settled = new ArrayList<>();
            asked.fit(part).places().forEach(place -> settled.add(place.serializer()));
            asked = new AskedState(label, namespaces, settled);
        }
        return asked;
    }

    private StateMismatch differs(
            String how, String kind, String type, NamespaceType in, String why) {
        NamespaceType now = NamespaceType.of(namespaces);
        return new StateMismatch(
                "State '"
                        + label.name()
                        + "' of "
                        + label.operator()
                        + " "
                        + how
                        + " "
                        + kind
                        + " state of type "
                        + type
                        + (in.any() ? " " + in : "")
                        + ", but the program now asks for "
                        + label.kind()
                        + " state of type "
                        + type()
                        + (now.any() ? " " + now : "")
                        + ". "
                        + why
                        + "Keep kind and type, or give the new state another name.");
    }

    private TypeSerializer<?>[] array() {
        return serializers.toArray(new TypeSerializer<?>[0]);
    }
}
