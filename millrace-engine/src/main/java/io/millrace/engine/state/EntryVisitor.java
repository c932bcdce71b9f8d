// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataInputDeserializer;
import java.io.IOException;

/**
 * Is shown the entries of a piece of state, one after the other, as bytes in the canonical form
 * ({@code docs/formats/keyed-state.md}): key, namespace, value. Nothing is kept of them in between,
 * so that a state may be larger than memory.
 */
public interface EntryVisitor {

    /**
     * A state begins.
     *
     * @return whether its entries are wanted
     */
    boolean begin(StateHead state) throws IOException;

    /**
     * One entry of the state that was begun last.
     *
     * @param in positioned at the entry; need not be read to its end, and is not valid afterwards
     * @param length of the entry
     * @return whether more of them are wanted
     */
    boolean entry(DataInputDeserializer in, int length) throws IOException;

    /**
     * The entries of a state that was not wanted were passed over, or all were shown.
     *
     * @param entries how many there are; negative where not all were counted
     * @param bytes which they take where they lie; negative where that is not known
     */
    default void end(long entries, long bytes) throws IOException {}

    /** Whether nothing more is wanted at all. */
    default boolean isDone() {
        return false;
    }
}
