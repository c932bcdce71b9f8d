// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.chain.Input;

/**
 * Has the operator at which a loop begins take what went round at the cut: first of all, before
 * anything enters.
 *
 * <p>Used on the task's step.
 */
final class LoopReplay {

    private final OperatorChain chain;
    private final Input<Object>[] heads;
    private final Mailbox mailbox;
    private final int subtask;

    /**
     * @param mailbox asked between two records whether the task is cancelled
     */
    LoopReplay(OperatorChain chain, Input<Object>[] heads, Mailbox mailbox, int subtask) {
        this.chain = chain;
        this.heads = heads;
        this.mailbox = mailbox;
        this.subtask = subtask;
    }

    /** What the logs of all feedback edges hold. */
    void all(LoopPlace place) throws Exception {
        for (LoopPlace.BackEdge edge : place.back()) {
            chain.takeRestored(
                    edge.log().descriptor(),
                    edge.log().byKey(),
                    element -> one(edge, element.f1, element.f0));
        }
    }

    private void one(LoopPlace.BackEdge edge, Object value, long timestamp) {
        if (mailbox.cancelRequested()) {
            throw new TaskCancelled();
        }
        if (edge.sharing() != null && edge.sharing().channel(value) != subtask) {
            return;
        }
        try {
            heads[edge.input()].element(value, timestamp);
        } catch (Throwable t) {
            throw chain.failureOfHead("on a record", t);
        }
    }
}
