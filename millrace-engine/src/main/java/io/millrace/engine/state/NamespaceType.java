// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.spi.types.TypeDescription;

/**
 * Of which type the namespaces of a state or of timers are, as a checkpoint tells it. Namespaces
 * are compared with each other as keys are, so their classes must stay as they were.
 *
 * @param text the type, as {@link TypeDescription} has it; empty where there are no namespaces
 * @param shape of the type
 */
public record NamespaceType(String text, StateShape shape) {

    /** There are no namespaces. */
    public static final NamespaceType NONE = new NamespaceType("", StateShape.NONE);

    static NamespaceType of(String text, StateShape shape) {
        return text.isEmpty() ? NONE : new NamespaceType(text, shape);
    }

    /**
     * The type of the namespaces that this serializer writes.
     *
     * @param serializer null, or one of void namespaces, where there are none
     */
    public static NamespaceType of(TypeSerializer<?> serializer) {
        return serializer == null || serializer instanceof VoidNamespaceSerializer
                ? NONE
                : new NamespaceType(TypeDescription.of(serializer), StateShape.of(serializer));
    }

    /** Whether there are namespaces. */
    public boolean any() {
        return !text.isEmpty();
    }

    /**
     * Whether this serializer reads namespaces of this type.
     *
     * @throws IncompatibleShape the class has changed
     */
    public boolean isReadBy(TypeSerializer<?> serializer) throws IncompatibleShape {
        if (shape.isKnown()) {
            shape.requireSame(0, serializer);
        }
        return text.equals(of(serializer).text);
    }

    /** For messages: {@code in namespaces of type TimeWindow}. */
    @Override
    public String toString() {
        return any() ? "in namespaces of type " + text : "without namespaces";
    }
}
