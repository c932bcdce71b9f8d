// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Where a task finds its letters. Any thread puts them in; the task's step takes them out. The one
 * thing that does not queue is the wish to cancel, which must be seen in the middle of a call.
 */
public final class Mailbox {

    private final ConcurrentLinkedQueue<Letter> letters = new ConcurrentLinkedQueue<>();
    private volatile boolean mail;
    private volatile boolean cancelRequested;
    private volatile Runnable wake = () -> {};

    /** Says whom to wake when something arrives. */
    public void connect(Runnable wake) {
        this.wake = wake;
        if (mail || cancelRequested) {
            wake.run();
        }
    }

    /** Any thread. */
    public void post(Letter letter) {
        letters.add(letter);
        mail = true;
        wake.run();
    }

    /** Any thread: the task is to end at the next opportunity. */
    public void requestCancel() {
        cancelRequested = true;
        mail = true;
        wake.run();
    }

    public boolean cancelRequested() {
        return cancelRequested;
    }

    /** Called by the task: has it look up from the records it is working on. */
    void nudge() {
        mail = true;
    }

    /** The one check on the usual road. */
    boolean hasMail() {
        return mail;
    }

    /** The next letter, null when there is none. */
    Letter take() {
        Letter letter = letters.poll();
        if (letter == null && mail) {
            mail = false;
            letter = letters.poll(); // one that was added before the flag fell
            if (letter != null) {
                mail = true;
            }
        }
        return letter;
    }
}
