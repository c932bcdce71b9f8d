// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import java.io.IOException;

/**
 * Room for bytes that an operator can't keep in memory and reads back soon. Used by the operator's
 * task only.
 */
public interface Spill extends AutoCloseable {

    /** Keeps so many bytes; the answer is for {@link #take}. */
    Object keep(byte[] bytes, int length) throws IOException;

    /** Gives them back and forgets them. */
    byte[] take(Object kept) throws IOException;

    /** Forgets everything; may be called more than once. */
    @Override
    void close() throws IOException;

    /** Where an operator gets such room from. */
    interface Room {

        /**
         * Opens nothing yet.
         *
         * @param subtask spreads over directories
         * @param what is kept there, for messages: "the sorted input of operator 'x'"
         */
        Spill make(int subtask, String what);
    }
}
