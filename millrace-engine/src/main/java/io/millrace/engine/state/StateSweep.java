// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.util.function.UnaryOperator;

/**
 * Looks through the entries of one state a few at a time, round and round, in no particular order.
 * Entries that come and go meanwhile may be seen in this round or in the next. Used by its task
 * only.
 */
public interface StateSweep {

    /**
     * Goes on by so many entries. The entry of the current key is left alone, for somebody may be
     * in the middle of it.
     *
     * @param survivors says what is to stay of what is kept under a key: the same object for all,
     *     another for some of it, null for nothing. It must not change what it is given
     */
    void next(int entries, UnaryOperator<Object> survivors);
}
