// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a file away from the one who writes it.
 *
 * <p>A file that is being written belongs to its writer, and if that one died the namenode waits an
 * hour before it believes so. Asked for it, it has the datanodes agree on the length of the last
 * block, which is at least what was forced; from then on the file is closed, and what the writer
 * may still send is refused, should it be alive after all. That takes seconds, longer while a
 * datanode is away.
 */
final class LeaseRecovery {

    /** How long a restore waits for one file. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Logger LOG = LoggerFactory.getLogger(LeaseRecovery.class);

    private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long FIRST_PAUSE_MS = 20;
    private static final long LONGEST_PAUSE_MS = 1000;

    /**
     * With these the namenode says that it is not done yet. The second is a class of the server,
     * which its client knows by name only.
     */
    private static final Set<String> NOT_YET =
            Set.of(
                    AlreadyBeingCreatedException.class.getName(),
                    "org.apache.hadoop.hdfs.protocol.RecoveryInProgressException");

    private final HadoopTarget file;
    private final Duration patience;

    LeaseRecovery(HadoopTarget file, Duration patience) {
        this.file = file;
        this.patience = patience;
    }

    /**
     * Returns when nobody writes the file any more.
     *
     * @throws java.io.FileNotFoundException when it is not there
     * @throws IOException when it is still being written after all patience
     */
    void endWriting() throws IOException {
        if (!ask()) {
            LOG.info("Waiting until {} is closed, which its last writer did not do.", file.path());
            await(true);
        }
    }

    /** Returns when the namenode has closed a file of which it had to cut off a part of a block. */
    void awaitClosed() throws IOException {
        await(false);
    }

    private void await(boolean asking) throws IOException {
        long begin = System.nanoTime();
        long asked = begin;
        long pause = FIRST_PAUSE_MS;
        while (!file.leases().isFileClosed(file.path())) {
            long now = System.nanoTime();
            if (now - begin >= patience.toNanos()) {
                throw new IOException(
                        "The file "
                                + file.path()
                                + " is not closed after "
                                + patience.toSeconds()
                                + " s, in which the namenode tried to end what its last writer began. Are datanodes"
                                + " away that have its last block? The file is as it was; the job can be"
                                + " restored again when they are back.");
            }
            if (asking && now - asked >= ASK_AGAIN_NANOS) {
                asked = now;
                if (ask()) {
                    return;
                }
            }
            sleep(pause);
            pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
        }
    }

    private boolean ask() throws IOException {
        try {
            return file.leases().recoverLease(file.path());
        } catch (RemoteException e) {
            if (NOT_YET.contains(e.getClassName())) {
                LOG.debug("The namenode is not done with {}.", file.path(), e);
                return false;
            }
            throw e;
        }
    }

    private void sleep(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException(
                            "Interrupted while waiting until " + file.path() + " is closed.");
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
