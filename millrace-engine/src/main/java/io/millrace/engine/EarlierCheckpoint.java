// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.core.fs.Path;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.FileCheckpointStorage;
import io.millrace.engine.storage.JobDirectories;
import io.millrace.engine.storage.JobDirectories.JobDirectory;
import io.millrace.spi.Addresses;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a job that begins empty could have gone on from a checkpoint: for a hint to whoever
 * forgot to say so, and for nothing else. What can't be read is passed over.
 */
final class EarlierCheckpoint {

    private static final Logger LOG = LoggerFactory.getLogger(EarlierCheckpoint.class);

    private EarlierCheckpoint() {}

    /**
     * The newest checkpoint under a checkpoint directory of a job with this name that nobody runs
     * now; empty for none.
     */
    static Optional<String> find(Path directory, String jobName) {
        String newest = null;
        long newestAt = Long.MIN_VALUE;
        try {
            CheckpointStorage reader =
                    new FileCheckpointStorage(
                            CheckpointPaths.withoutJobLevel(directory),
                            FileCheckpointStorage.DEFAULT_INLINE_THRESHOLD);
            for (JobDirectory job : JobDirectories.under(directory)) {
                Optional<CheckpointManifest> manifest = newestOf(reader, job);
                if (manifest.isPresent()
                        && manifest.get().jobName().equals(jobName)
                        && manifest.get().completionTimestamp() > newestAt
                        && job.holder().isEmpty()) {
                    newest = job.checkpoints().get(0);
                    newestAt = manifest.get().completionTimestamp();
                }
            }
        } catch (IOException e) {
            LOG.debug(
                    "No look for earlier checkpoints in {} was possible",
                    Addresses.shown(directory),
                    e);
        }
        return Optional.ofNullable(newest);
    }

    private static Optional<CheckpointManifest> newestOf(
            CheckpointStorage reader, JobDirectory job) {
        if (job.checkpoints().isEmpty()) {
            return Optional.empty();
        }
        String pointer = job.checkpoints().get(0);
        try {
            return Optional.of(CheckpointManifest.decode(reader.manifest(pointer), pointer));
        } catch (IOException e) {
            LOG.debug(
                    "{} is passed over in the look for earlier checkpoints",
                    Addresses.shown(pointer),
                    e);
            return Optional.empty();
        }
    }
}
