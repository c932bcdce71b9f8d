// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.storage.StoredState;
import java.util.List;

/**
 * Where one piece of snapshotted state lies, and what it is.
 *
 * @param kind keyed or operator state
 * @param keyGroups the key groups in it; null for operator state
 * @param states what is in it, for people
 * @param bytes where it lies
 */
public record StateHandle(
        Kind kind, KeyGroupRange keyGroups, List<StateSummary> states, StoredState bytes) {

    /** What is in a piece of state. */
    public enum Kind {
        /** All keyed states and timers of one operator's subtask. */
        KEYED,
        /** All operator states of one operator's subtask. */
        OPERATOR
    }

    public StateHandle {
        states = List.copyOf(states);
    }
}
