// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.state.SnapshotOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Makes the cut clean (CK-52): after barrier n on a channel that channel is read no further, until
 * every regular channel that has not ended has shown barrier n. A newer barrier gives the older
 * alignment up. That several checkpoints run at once changes nothing: barrier n + 1 lies behind
 * barrier n, in channels that are held.
 */
final class BarrierAligner implements Barriers {

    private final InputGate gate;
    private final int[] regular;
    private final Outcome outcome;
    private final boolean[] arrived;
    private long current = -1;
    private SnapshotOrder order;
    private long lastSeen;
    private final Set<Long> aborted = new HashSet<>();

    /**
     * @param lastSeen id of the restored checkpoint, 0 for none; barriers up to it are ignored
     */
    BarrierAligner(InputGate gate, long lastSeen, Outcome outcome) {
        this.gate = gate;
        this.regular = gate.regular();
        this.arrived = new boolean[gate.size()];
        this.lastSeen = lastSeen;
        this.outcome = outcome;
    }

    @Override
    public void barrier(int channel, SnapshotOrder shown) {
        long checkpointId = shown.checkpointId();
        if (checkpointId <= lastSeen || checkpointId < current) {
            return;
        }
        if (checkpointId > current) {
            giveUpCurrent();
            current = checkpointId;
            order = shown;
        }
        if (aborted.contains(checkpointId)) {
            end(checkpointId);
            outcome.givenUp(checkpointId, null);
            return;
        }
        arrived[channel] = true;
        gate.hold(channel);
        cutIfAllHaveShownIt();
    }

    @Override
    public void cancelMarker(int channel, long checkpointId) {
        if (checkpointId <= lastSeen || checkpointId < current) {
            return;
        }
        if (checkpointId > current) {
            giveUpCurrent();
        }
        end(checkpointId);
        outcome.givenUp(checkpointId, TaskListener.Decline.CANCEL_MARKER);
    }

    @Override
    public void channelEnded() {
        if (current >= 0) {
            cutIfAllHaveShownIt();
        }
        if (gate.live() == 0) {
            aborted.clear(); // no barrier will ask any more
        }
    }

    /** What is being aligned lies behind the end of the data on each channel that has shown it. */
    @Override
    public void endOfData() {}

    @Override
    public void abort(long checkpointId) {
        if (current == checkpointId) {
            end(checkpointId);
            outcome.givenUp(checkpointId, null);
        } else if (checkpointId > lastSeen && gate.live() > 0) {
            aborted.add(checkpointId);
        }
    }

    private void giveUpCurrent() {
        if (current >= 0) {
            long superseded = current;
            end(superseded);
            outcome.givenUp(superseded, TaskListener.Decline.SUBSUMED);
        }
    }

    private void cutIfAllHaveShownIt() {
        for (int channel : regular) {
            if (!arrived[channel] && !gate.isEnded(channel)) {
                return;
            }
        }
        long complete = current;
        outcome.cut(order);
        end(complete);
    }

    /** The snapshot was taken or given up: read on. */
    private void end(long checkpointId) {
        lastSeen = Math.max(lastSeen, checkpointId);
        aborted.removeIf(id -> id <= lastSeen);
        current = -1;
        Arrays.fill(arrived, false);
        gate.release();
    }

    /** Checkpoints that are remembered because their barrier may still come. */
    int remembered() {
        return aborted.size();
    }
}
