// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.task.Mailbox;
import io.millrace.engine.task.TaskCancelled;
import io.millrace.engine.worker.Workers;
import io.millrace.util.FlinkRuntimeException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a call that emits too much wait, unless its task is cancelled meanwhile.
 *
 * <p>While it waits for one gate, what waits in all others goes on. It may be what the room depends
 * on: a receiver that holds this task's channel for an alignment waits for a barrier, and that may
 * wait in another gate of this task; or it comes by the beginning of a loop, which takes nothing in
 * while so much of what this task has fed back is still to come.
 */
final class AwaitedRoom implements OutputGate.Overflow {

    private final Workers workers;
    private final List<OutputGate> gates = new ArrayList<>();
    private Mailbox mailbox;

    AwaitedRoom(Workers workers) {
        this.workers = workers;
    }

    /** Says who is told that the task is cancelled; before the first record. */
    void connect(Mailbox taskMailbox) {
        this.mailbox = taskMailbox;
    }

    /** Adds a gate of the task; before the first record. */
    void add(OutputGate gate) {
        gates.add(gate);
    }

    @Override
    public void awaitRoom(Ready ready) {
        try {
            workers.yieldUntil(
                    () -> {
                        if (mailbox.cancelRequested()) {
                            throw new TaskCancelled();
                        }
                        gates.forEach(OutputGate::drain);
                        return ready.holds();
                    });
        } catch (InterruptedException e) {
            if (mailbox.cancelRequested()) {
                Thread.currentThread().interrupt();
                throw new TaskCancelled();
            }
            throw new FlinkRuntimeException(
                    "The thread was interrupted while a call emitted more than fits, and nobody has"
                            + " cancelled the task. Millrace interrupts only tasks that it cancels, so it was"
                            + " user code: a function or a library that it uses interrupted its own thread"
                            + " (Thread.currentThread().interrupt()) and went on",
                    e);
        }
    }
}
