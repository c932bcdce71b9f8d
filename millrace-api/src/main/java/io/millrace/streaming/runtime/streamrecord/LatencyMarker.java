// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.runtime.streamrecord;

import io.millrace.annotation.PublicEvolving;
import io.millrace.runtime.jobgraph.OperatorID;
import java.util.Objects;

/** When a source sent this. None is ever sent here; operator signatures name it. */
@PublicEvolving
public final class LatencyMarker extends StreamElement {

    private final long markedTime;
    private final OperatorID operatorId;
    private final int subtaskIndex;

    public LatencyMarker(long markedTime, OperatorID operatorId, int subtaskIndex) {
        this.markedTime = markedTime;
        this.operatorId = operatorId;
        this.subtaskIndex = subtaskIndex;
    }

    /** Milliseconds since the epoch. */
    public long getMarkedTime() {
        return markedTime;
    }

    public OperatorID getOperatorId() {
        return operatorId;
    }

    public int getSubtaskIndex() {
        return subtaskIndex;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof LatencyMarker that
                && markedTime == that.markedTime
                && subtaskIndex == that.subtaskIndex
                && Objects.equals(operatorId, that.operatorId);
    }

    @Override
    public int hashCode() {
        return Objects.hash(markedTime, operatorId, subtaskIndex);
    }

    @Override
    public String toString() {
        return "LatencyMarker(" + markedTime + " from " + operatorId + '/' + subtaskIndex + ')';
    }
}
