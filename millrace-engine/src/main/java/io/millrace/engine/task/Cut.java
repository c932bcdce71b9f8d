// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What a task has frozen for a checkpoint, until it is written.
 *
 * @param frozen of all operators, the head's first
 * @param afterEnd whether the operators had finished by then
 */
record Cut(
        SnapshotOrder order, List<SnapshotWriter.Part> frozen, long syncNanos, boolean afterEnd) {

    long id() {
        return order.checkpointId();
    }

    /** The same and what was on its way to the head, which lies with its state. */
    Cut with(FrozenState log) {
        SnapshotWriter.Part head = frozen.get(0);
        List<FrozenState> ofHead = new ArrayList<>(head.frozen());
        ofHead.add(log);
        List<SnapshotWriter.Part> all = new ArrayList<>(frozen);
        all.set(0, new SnapshotWriter.Part(head.operator(), head.operatorName(), ofHead));
        return new Cut(order, all, syncNanos, afterEnd);
    }

    /** It will not be written. */
    void release() {
        frozen.forEach(part -> part.frozen().forEach(FrozenState::release));
    }
}
