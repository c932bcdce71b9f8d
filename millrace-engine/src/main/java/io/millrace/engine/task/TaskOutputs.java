// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All output gates of one task. Used on the task's step only. */
final class TaskOutputs {

    private static final Logger LOG = LoggerFactory.getLogger(TaskOutputs.class);

    private final OutputGate[] gates;
    private final Clock clock;

    TaskOutputs(OutputGate[] gates, Clock clock) {
        this.gates = gates;
        this.clock = clock;
    }

    /** Sends a control element down all channels of all gates, after all records before it. */
    void broadcast(StreamElement element) {
        for (OutputGate gate : gates) {
            gate.broadcast(element);
        }
    }

    /** Whether elements wait for room: the task must not take further input. */
    boolean areBlocked() {
        for (OutputGate gate : gates) {
            if (gate.isBlocked()) {
                return true;
            }
        }
        return false;
    }

    /** Moves what waits as far as there is room; true when nothing waits any more. */
    boolean drain() {
        boolean drained = true;
        for (OutputGate gate : gates) {
            drained &= gate.drain();
        }
        return drained;
    }

    /** Begins to count how long partly filled batches wait. */
    void begin() {
        for (OutputGate gate : gates) {
            gate.flushInTime(clock.nanos());
        }
    }

    /** Sends all partly filled batches. */
    void flush() {
        for (OutputGate gate : gates) {
            gate.flush();
        }
    }

    /**
     * Partly filled batches go out when their receiver has nothing else, when this task has, or in
     * time.
     *
     * @param moved whether the task's step had something to do
     */
    void flushAfter(boolean moved) {
        if (gates.length == 0 || !haveOpenBatches()) {
            return;
        }
        for (OutputGate gate : gates) {
            if (!moved || gate.bufferTimeoutMs() == 0) {
                gate.flush();
            } else {
                gate.flushToIdle();
                if (gate.bufferTimeoutMs() > 0) {
                    gate.flushInTime(clock.nanos());
                }
            }
        }
    }

    private boolean haveOpenBatches() {
        for (OutputGate gate : gates) {
            if (gate.hasOpenBatches()) {
                return true;
            }
        }
        return false;
    }

    /** Elements sent within the loop that the task is part of. */
    long sentInLoop() {
        long sent = 0;
        for (OutputGate gate : gates) {
            sent += gate.sent();
        }
        return sent;
    }

    /** Whatever is fed back from now on is an error. */
    void closeFeedback() {
        for (OutputGate gate : gates) {
            gate.closeFeedback();
        }
    }

    /** Frees what the gates hold, as well as it goes. */
    void close() {
        for (OutputGate gate : gates) {
            try {
                gate.close();
            } catch (RuntimeException e) {
                LOG.warn("What waited to be fed back in a loop could not be removed", e);
            }
        }
    }

    /** When a partly filled batch has waited long enough; {@link Long#MAX_VALUE} for none. */
    long wakeAtMs() {
        long at = Long.MAX_VALUE;
        for (OutputGate gate : gates) {
            if (gate.bufferTimeoutMs() >= 0 && gate.hasOpenBatches()) {
                at = Math.min(at, clock.millis() + Math.max(1, gate.bufferTimeoutMs()));
            }
        }
        return at;
    }
}
