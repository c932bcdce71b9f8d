// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointStorage;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes files that several checkpoints may refer to, when none does any more.
 *
 * <p><b>The rule.</b> A file is removed when no checkpoint that is kept refers to it, and a
 * checkpoint has completed that is not older than the one the file was written for. Before that it
 * may be part of a checkpoint that is still under way; and what was written for a checkpoint that
 * was given up may be referred to by the next ones, as far as its task knows that it was written. A
 * task whose next complete checkpoint does not refer to a file never refers to it again.
 *
 * <p>Nothing is counted: what is referred to is read from the manifests of those that are kept, so
 * that a crash at any point leaves at most a file too many, which the next start finds. Files are
 * listed only where something may lie that nobody told of: at the first removal, and after a
 * checkpoint was given up.
 *
 * <p>I/O threads, one removal at a time.
 */
final class SharedFiles {

    private static final Logger LOG = LoggerFactory.getLogger(SharedFiles.class);

    private final CheckpointStorage storage;

    /** Names of those that were referred to when last looked, or could not be removed. */
    private final Set<String> known = new HashSet<>();

    private boolean someUnknown = true;
    private long completedId;

    SharedFiles(CheckpointStorage storage) {
        this.storage = storage;
    }

    /** This one's manifest is visible. Not for savepoints: they share nothing. */
    synchronized void completed(CompletedCheckpoint checkpoint) {
        completedId = Math.max(completedId, checkpoint.id());
        try {
            known.addAll(referredTo(List.of(checkpoint)));
        } catch (IOException e) {
            someUnknown = true;
        }
    }

    /** A checkpoint was given up; nobody knows what was written for it. */
    synchronized void givenUp() {
        someUnknown = true;
    }

    /**
     * Removes what may go. What can't be removed is warned of and tried again the next time.
     *
     * @param kept asked once, here: all checkpoints that are kept
     */
    synchronized void removeUnused(Supplier<List<CompletedCheckpoint>> kept) {
        try {
            Set<String> candidates = new TreeSet<>(known);
            if (someUnknown) {
                for (Map.Entry<String, Long> file : storage.sharedFiles().entrySet()) {
                    if (file.getValue() <= completedId) {
                        candidates.add(file.getKey());
                    }
                }
            }
            candidates.removeAll(referredTo(kept.get()));
            for (String name : candidates) {
                storage.discardShared(name);
                known.remove(name);
            }
            someUnknown = false;
        } catch (IOException e) {
            LOG.warn(
                    "Files in {} that no checkpoint needs any more could not be removed; it is tried"
                            + " again after the next checkpoint. Recovery does not depend on it. What"
                            + " failed: {}",
                    storage.describe(),
                    e.toString());
            LOG.debug("Where it failed:", e);
        }
    }

    private Set<String> referredTo(Collection<CompletedCheckpoint> checkpoints) throws IOException {
        Set<String> names = new HashSet<>();
        for (CompletedCheckpoint checkpoint : checkpoints) {
            for (Operator operator : checkpoint.manifest().operators()) {
                for (Subtask subtask : operator.subtasks()) {
                    for (StateHandle handle : subtask.handles()) {
                        for (SharedFile file : handle.files()) {
                            String name = storage.sharedName(file.place(), checkpoint.pointer());
                            if (name != null) {
                                names.add(name);
                            }
                        }
                    }
                }
            }
        }
        return names;
    }
}
