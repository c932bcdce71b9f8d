// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;

/** The checkpoint a snapshot belongs to. */
@PublicEvolving
public interface ManagedSnapshotContext {

    /** Its id, larger than that of any before it. */
    long getCheckpointId();

    /** When it was triggered, in milliseconds from the epoch; the same for all tasks. */
    long getCheckpointTimestamp();
}
