// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem.HdfsDataOutputStreamBuilder;

/**
 * Where a file really is. A path of {@code viewfs} leads to another store, and some of what HDFS
 * can do must be asked of that one.
 *
 * @param fileSystem has the file
 * @param path what it is called there
 */
record HadoopTarget(FileSystem fileSystem, Path path) {

    static boolean isView(FileSystem fileSystem) {
        return fileSystem.getUri().getScheme().equals("viewfs");
    }

    /** Ends what others write, if this store can do that. */
    LeaseRecoverable leases() {
        if (fileSystem instanceof LeaseRecoverable leases) {
            return leases;
        }
        throw cannotResume(fileSystem);
    }

    static UnsupportedOperationException cannotResume(FileSystem fileSystem) {
        return new UnsupportedOperationException(
                "Files of "
                        + fileSystem.getUri()
                        + " cannot be taken up again after a crash, so an exactly-once sink cannot write there. Use"
                        + " hdfs://, or viewfs:// with hdfs:// behind it.");
    }

    /** Goes on with a file that nobody writes. */
    FSDataOutputStream append() throws IOException {
        FSDataOutputStreamBuilder<?, ?> builder = fileSystem.appendFile(path);
        if (builder instanceof HdfsDataOutputStreamBuilder hdfs) {
            hdfs.syncBlock();
        }
        return builder.build();
    }
}
