// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;

/** A pending file that its last writer may have left open, and longer than what counts of it. */
final class PendingHadoopFile {

    private final HadoopFileSystem fileSystem;
    private final HadoopRecoverable recoverable;

    PendingHadoopFile(HadoopFileSystem fileSystem, HadoopRecoverable recoverable) {
        this.fileSystem = fileSystem;
        this.recoverable = recoverable;
    }

    /**
     * Closes it, whoever wrote it, and cuts off what does not count.
     *
     * @throws FileNotFoundException when it is not there
     * @throws IOException when some of what counts is missing
     */
    HadoopTarget cutOff() throws IOException {
        HadoopTarget file = fileSystem.target(recoverable.temp());
        LeaseRecovery writing = new LeaseRecovery(file, LeaseRecovery.PATIENCE);
        writing.endWriting();
        long length = file.fileSystem().getFileStatus(file.path()).getLen();
        if (length < recoverable.offset()) {
            throw new IOException(
                    "The pending file "
                            + recoverable.temp()
                            + " has "
                            + length
                            + " bytes, but "
                            + recoverable.offset()
                            + " had been made durable: data is lost. Have datanodes or disks been lost, all"
                            + " that had a block of it?");
        }
        if (length > recoverable.offset()
                && !file.fileSystem().truncate(file.path(), recoverable.offset())) {
            // In the middle of a block: its datanodes cut it off by and by.
            writing.awaitClosed();
        }
        return file;
    }
}
