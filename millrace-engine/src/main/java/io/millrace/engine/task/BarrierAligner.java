// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.InputGate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Makes the cut clean (CK-52): after barrier n on a channel that channel is read no further, until
 * every channel that has not ended has shown barrier n. A newer barrier gives the older alignment
 * up. Used by its task only.
 */
final class BarrierAligner {

    /** What an element means for the checkpoint under way. */
    enum Verdict {
        /** Nothing to do yet, or any more. */
        WAIT,
        /** All channels have shown the barrier: take the snapshot. */
        ALIGNED,
        /** The checkpoint was given up upstream: pass that on. */
        GIVEN_UP
    }

    private final InputGate gate;
    private final boolean[] arrived;
    private long current = -1;
    private long timestampMs;
    private long lastSeen;
    private final Set<Long> aborted = new HashSet<>();
    private long superseded = -1;

    /**
     * @param lastSeen id of the restored checkpoint, 0 for none; barriers up to it are ignored
     */
    BarrierAligner(InputGate gate, long lastSeen) {
        this.gate = gate;
        this.arrived = new boolean[gate.size()];
        this.lastSeen = lastSeen;
    }

    Verdict barrier(int channel, long checkpointId, long timestampMs) {
        superseded = -1;
        if (checkpointId <= lastSeen || checkpointId < current) {
            return Verdict.WAIT;
        }
        if (checkpointId > current) {
            begin(checkpointId, timestampMs);
        }
        if (aborted.contains(checkpointId)) {
            end(checkpointId);
            return Verdict.GIVEN_UP;
        }
        arrived[channel] = true;
        gate.hold(channel);
        return verdict();
    }

    Verdict cancelMarker(long checkpointId) {
        superseded = -1;
        if (checkpointId <= lastSeen || checkpointId < current) {
            return Verdict.WAIT;
        }
        if (checkpointId > current && current >= 0) {
            superseded = current;
        }
        end(checkpointId);
        return Verdict.GIVEN_UP;
    }

    /** A channel has ended and counts as having shown every barrier. */
    Verdict channelEnded() {
        superseded = -1;
        if (gate.live() == 0) {
            aborted.clear(); // no barrier will ask any more
        }
        return current < 0 ? Verdict.WAIT : verdict();
    }

    /**
     * The coordinator has given the checkpoint up; true when an alignment for it was under way, and
     * then its cancellation must be passed on.
     */
    boolean abort(long checkpointId) {
        if (current == checkpointId) {
            end(checkpointId);
            return true;
        }
        if (checkpointId > lastSeen && gate.live() > 0) { // else its barrier can't come any more
            aborted.add(checkpointId);
        }
        return false;
    }

    private void begin(long checkpointId, long timestampMs) {
        if (current >= 0) {
            superseded = current;
            end(current);
        }
        current = checkpointId;
        this.timestampMs = timestampMs;
    }

    private Verdict verdict() {
        for (int i = 0; i < arrived.length; i++) {
            if (!arrived[i] && !gate.isEnded(i) && !gate.isBack(i)) {
                return Verdict.WAIT;
            }
        }
        return Verdict.ALIGNED;
    }

    /** The snapshot was taken or given up: read on. */
    void end(long checkpointId) {
        lastSeen = Math.max(lastSeen, checkpointId);
        aborted.removeIf(id -> id <= lastSeen);
        current = -1;
        Arrays.fill(arrived, false);
        gate.release();
    }

    /** The newest checkpoint that was cut or given up here. */
    long lastSeen() {
        return lastSeen;
    }

    /** Checkpoints that are remembered because their barrier may still come. */
    int remembered() {
        return aborted.size();
    }

    /** The checkpoint whose barrier is being aligned, -1 for none. */
    long current() {
        return current;
    }

    long timestampMs() {
        return timestampMs;
    }

    /** The older checkpoint that the last call gave up, -1 for none. */
    long superseded() {
        return superseded;
    }
}
