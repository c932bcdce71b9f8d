// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/**
 * Says whether one snapshot still needs what it froze. Given back once, by any thread; the only
 * thing that a task and an I/O thread both touch. All that the I/O thread read happens before the
 * task sees it released.
 */
final class SnapshotLease {

    private volatile boolean released;

    void release() {
        released = true;
    }

    boolean isReleased() {
        return released;
    }
}
