// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.SnapshotFiles;
import io.millrace.engine.state.SnapshotOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which files of a database lie with checkpoints already. A file of RocksDB never changes and its
 * number is never used again, so one that was written for a checkpoint serves all later ones.
 *
 * <p><b>Why that is safe.</b> Each file has one place at a time that is referred to. A file that
 * two checkpoints have was alive from the one to the other, so each checkpoint between them has it
 * too and refers to the same place: never is a place given up and referred to again, which is what
 * the removal of unused files stands on. Only a full checkpoint makes new places for files that
 * have one; what is frozen after it refers to nothing that is older than it. That a checkpoint was
 * given up takes nothing away: what was written for it stays until a later one is complete.
 *
 * <p><b>After a restore</b> that goes on as well, where the database was made of the files of a
 * checkpoint of this very job: that one is kept until the next is complete. RocksDB numbers new
 * files behind those that its manifest knows; one that an earlier attempt wrote behind them, under
 * the same number, is not known here. Two subtasks that were made of one may both refer to its
 * files, each for as long as it has them. Where what was restored is to be left alone the job's
 * first checkpoint is a full one.
 *
 * <p>I/O threads, one at a time; the task tells of full checkpoints, and does not wait for them.
 */
final class KnownFiles {

    private final Map<String, SharedFile> known = new HashMap<>();

    /**
     * What is frozen from now on must not refer to files of earlier checkpoints than this. The
     * task's alone.
     */
    private long notBefore;

    /**
     * The database begins with this file, which the job's own checkpoints have already. So the next
     * checkpoint of much state is small after a restart, too.
     */
    synchronized void restored(SharedFile file) {
        known.put(file.name(), file);
    }

    /**
     * A snapshot is frozen. On the task's step, which must not wait here until the files of another
     * snapshot are written.
     *
     * @return the earliest checkpoint whose files it may refer to
     */
    long frozen(SnapshotOrder order) {
        if (order.form() == SnapshotOrder.Form.FULL_CHECKPOINT) {
            notBefore = order.checkpointId();
        }
        return notBefore;
    }

    /**
     * Brings the files to the checkpoint, as far as they are not there.
     *
     * @param mayRefer the earliest checkpoint whose files it may refer to; {@link Long#MAX_VALUE}
     *     for none
     */
    synchronized List<SharedFile> write(List<Path> tables, SnapshotFiles files, long mayRefer)
            throws IOException {
        boolean shares = !files.order().form().isSavepoint();
        long checkpointId = files.order().checkpointId();
        List<SharedFile> all = new ArrayList<>();
        for (Path table : tables) {
            String name = table.getFileName().toString();
            SharedFile there = known.get(name);
            if (there == null || there.checkpointId() < mayRefer) {
                files.check();
                SharedFile taken = new SharedFile(name, checkpointId, files.take(name, table));
                if (shares && (there == null || there.checkpointId() < checkpointId)) {
                    known.put(name, taken);
                }
                there = taken;
            }
            all.add(there);
        }
        return all;
    }
}
