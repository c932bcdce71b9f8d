// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

    /** Connections to stores behind views, by scheme and host; kept as those to others are. */
    private static final Map<String, FileSystem> BEHIND = new ConcurrentHashMap<>();

    /**
     * @param path of something that is there
     */
    static HadoopTarget of(FileSystem fileSystem, Path path) throws IOException {
        if (!isView(fileSystem)) {
            return new HadoopTarget(fileSystem, path);
        }
        Path real = fileSystem.resolvePath(path);
        String store = real.toUri().getScheme() + "://" + real.toUri().getAuthority();
        FileSystem behind = BEHIND.get(store);
        if (behind == null) {
            FileSystem made = FileSystem.newInstance(real.toUri(), fileSystem.getConf());
            behind = BEHIND.putIfAbsent(store, made);
            if (behind == null) {
                behind = made;
            } else {
                made.close();
            }
        }
        return new HadoopTarget(behind, real);
    }

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
