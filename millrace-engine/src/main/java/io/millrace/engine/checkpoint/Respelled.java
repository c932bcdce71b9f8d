// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The checkpoint that a job begins from may lie anywhere, and its manifest spells files relatively.
 * Tasks may go on to refer to these files in the job's own checkpoints, which lie elsewhere; so
 * they are spelled anew. Pure.
 */
final class Respelled {

    private Respelled() {}

    private interface Spelling {
        StoredState of(StoredState place) throws IOException;
    }

    /** With all files spelled so that checkpoints in this storage can refer to them. */
    static CompletedCheckpoint in(CheckpointStorage storage, CompletedCheckpoint checkpoint)
            throws IOException {
        String pointer = checkpoint.pointer();
        return new CompletedCheckpoint(
                checkpoint.id(),
                pointer,
                respelled(
                        checkpoint.manifest(),
                        bytes -> bytes,
                        file -> storage.respelled(file, pointer)),
                checkpoint.size());
    }

    /** What refers to a savepoint, and is none itself. */
    static CheckpointManifest reference(CheckpointStorage storage, CompletedCheckpoint savepoint)
            throws IOException {
        Spelling absolute = place -> storage.respelled(place, savepoint.pointer());
        CheckpointManifest manifest = respelled(savepoint.manifest(), absolute, absolute);
        return new CheckpointManifest(
                manifest.checkpointId(),
                manifest.triggerTimestamp(),
                manifest.completionTimestamp(),
                manifest.jobName(),
                manifest.jobId(),
                manifest.writer(),
                false,
                manifest.operators(),
                manifest.properties());
    }

    private static CheckpointManifest respelled(
            CheckpointManifest manifest, Spelling ofBytes, Spelling ofFiles) throws IOException {
        List<Operator> operators = new ArrayList<>();
        for (Operator operator : manifest.operators()) {
            List<Subtask> subtasks = new ArrayList<>();
            for (Subtask subtask : operator.subtasks()) {
                List<StateHandle> handles = new ArrayList<>();
                for (StateHandle handle : subtask.handles()) {
                    handles.add(handle(handle, ofBytes, ofFiles));
                }
                subtasks.add(new Subtask(subtask.phase(), handles));
            }
            operators.add(
                    new Operator(
                            operator.uid(),
                            operator.id(),
                            operator.name(),
                            operator.maxParallelism(),
                            operator.coordinatorState(),
                            subtasks));
        }
        return manifest.withOperators(operators);
    }

    private static StateHandle handle(StateHandle handle, Spelling ofBytes, Spelling ofFiles)
            throws IOException {
        List<SharedFile> files = new ArrayList<>();
        for (SharedFile file : handle.files()) {
            files.add(new SharedFile(file.name(), file.checkpointId(), ofFiles.of(file.place())));
        }
        return new StateHandle(
                handle.kind(),
                handle.keyGroups(),
                handle.states(),
                ofBytes.of(handle.bytes()),
                files);
    }
}
