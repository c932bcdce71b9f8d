// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Writer;
import java.util.List;
import java.util.Map;

/** The manifests of savepoints that no job took. */
final class Manifests {

    private Manifests() {}

    /** That of a snapshot with other operators: as old as it. */
    static CheckpointManifest savepoint(CheckpointManifest old, List<Operator> operators) {
        return new CheckpointManifest(
                old.checkpointId(),
                old.triggerTimestamp(),
                old.completionTimestamp(),
                old.jobName(),
                old.jobId(),
                Writer.here(),
                true,
                operators,
                Map.of());
    }

    /** That of a savepoint of this moment. */
    static CheckpointManifest savepoint(
            long checkpointId, long now, String jobName, String jobId, List<Operator> operators) {
        return new CheckpointManifest(
                checkpointId, now, now, jobName, jobId, Writer.here(), true, operators, Map.of());
    }
}
