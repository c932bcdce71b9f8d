// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.steer;

import io.millrace.cli.Surroundings;
import java.util.Timer;
import java.util.TimerTask;

/** Says what is waited for, once, when the answer of a job's process takes long. */
final class Patience implements AutoCloseable {

    private static final long LONG_MS = 4000;

    private final Timer timer = new Timer("millrace waits", true);

    Patience(Surroundings surroundings, String waitedFor) {
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        surroundings.say(waitedFor);
                    }
                },
                LONG_MS);
    }

    @Override
    public void close() {
        timer.cancel();
    }
}
