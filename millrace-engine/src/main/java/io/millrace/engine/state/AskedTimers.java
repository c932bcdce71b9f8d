// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import java.util.Objects;

/**
 * Timers that an operator asks for, and whether what there is of their name fits.
 *
 * @param name of the timers
 * @param operator as messages name it
 * @param namespaces null for timers without
 */
public record AskedTimers(String name, String operator, TypeSerializer<?> namespaces) {

    /**
     * Timers of this name are registered already.
     *
     * @param known the serializer of their namespaces; null for timers without
     * @throws StateMismatch they are others
     */
    public void requireSame(TypeSerializer<?> known) {
        if (!Objects.equals(known, namespaces)) {
            throw new StateMismatch(differ("are registered already", NamespaceType.of(known)));
        }
    }

    /**
     * @param restored the namespaces of timers that a snapshot holds under the name
     * @throws StateMismatch they can't be taken over
     */
    public void requireFit(NamespaceType restored) {
        try {
            TypeSerializer<?> reading =
                    namespaces == null ? VoidNamespaceSerializer.INSTANCE : namespaces;
            if (!restored.isReadBy(reading)) {
                throw new StateMismatch(differ("were restored", restored));
            }
        } catch (IncompatibleShape e) {
            throw new StateMismatch(
                    differ("were restored", restored)
                            + " "
                            + e.between(restored.text(), NamespaceType.of(namespaces).text()),
                    e);
        }
    }

    /** The error where all fits, but the bytes of the key can't be read. */
    public StateMismatch unreadable(Exception e) {
        return new StateMismatch(
                "The timers '"
                        + name
                        + "' of "
                        + operator
                        + " cannot be restored: the serializer of the key does not read what was written ("
                        + e
                        + "). Has the class of the key changed since?",
                e);
    }

    private String differ(String how, NamespaceType there) {
        return "The timers '"
                + name
                + "' of "
                + operator
                + " "
                + how
                + " "
                + there
                + ", but the program now asks for timers "
                + NamespaceType.of(namespaces)
                + ". Keep the type of the namespaces, or give the timers another name.";
    }
}
