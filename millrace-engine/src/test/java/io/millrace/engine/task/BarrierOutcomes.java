// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.state.SnapshotOrder;
import java.util.ArrayList;
import java.util.List;

/** Writes down what barriers come to. */
final class BarrierOutcomes implements Barriers.Outcome {

    private final List<String> told = new ArrayList<>();
    Runnable atCut = () -> {};

    @Override
    public void cut(SnapshotOrder order) {
        told.add("cut " + order.checkpointId() + " of " + order.timestampMs());
        atCut.run();
    }

    @Override
    public void givenUp(long checkpointId, TaskListener.Decline why) {
        told.add("given up " + checkpointId + (why == null ? "" : " " + why));
    }

    /** What was told since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(told);
        told.clear();
        return taken;
    }
}
