// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

/** Why a checkpoint is taken. */
public enum CheckpointKind {
    /** The schedule came round. */
    PERIODIC,
    /**
     * All tasks are at the end of their data and wait for one last commit. Does not heed the pause.
     */
    FINAL,
    /**
     * Somebody asked for it. Does not heed the pause, does heed the number that may run at once.
     */
    REQUESTED
}
