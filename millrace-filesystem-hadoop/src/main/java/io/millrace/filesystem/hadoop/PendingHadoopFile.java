// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataInputStream;

/** A pending file that its last writer may have left open, and longer than what counts of it. */
final class PendingHadoopFile {

    private static final int BUFFER = 64 * 1024;

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
        if (closed(file, writing) > recoverable.offset()
                && !file.fileSystem().truncate(file.path(), recoverable.offset())) {
            // In the middle of a block: its datanodes cut it off by and by.
            writing.awaitClosed();
        }
        return file;
    }

    /**
     * Closes it, whoever wrote it, and copies what counts; it stays as it is.
     *
     * @throws FileNotFoundException when it is not there
     * @throws IOException when some of what counts is missing
     */
    void copyTo(OutputStream out) throws IOException {
        HadoopTarget file = fileSystem.target(recoverable.temp());
        closed(file, new LeaseRecovery(file, LeaseRecovery.PATIENCE));
        byte[] buffer = new byte[BUFFER];
        try (FSDataInputStream in = file.fileSystem().open(file.path(), BUFFER)) {
            long left = recoverable.offset();
            while (left > 0) {
                int n = in.read(buffer, 0, (int) Math.min(left, BUFFER));
                if (n < 0) {
                    throw new IOException(
                            "The pending file "
                                    + recoverable.temp()
                                    + " became shorter. Was it cut?");
                }
                out.write(buffer, 0, n);
                left -= n;
            }
        }
    }

    /** Its length, once nobody writes it any more. */
    private long closed(HadoopTarget file, LeaseRecovery writing) throws IOException {
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
        return length;
    }
}
