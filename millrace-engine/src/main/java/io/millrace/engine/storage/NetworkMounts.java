// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells directories that other machines may see as well from those of this machine's disks. */
final class NetworkMounts {

    private static final Logger LOG = LoggerFactory.getLogger(NetworkMounts.class);

    /** How the types of such mounts begin, those in user space without their "fuse.". */
    private static final List<String> TYPES =
            List.of(
                    "nfs",
                    "ceph",
                    "cifs",
                    "smb",
                    "9p",
                    "virtiofs",
                    "gluster",
                    "lustre",
                    "beegfs",
                    "gpfs",
                    "afs",
                    "ocfs2",
                    "gfs",
                    "sshfs",
                    "s3fs",
                    "gcsfuse",
                    "juicefs",
                    "moosefs",
                    "davfs");

    private NetworkMounts() {}

    /** Whether a directory that is there lies on one; false where nobody can say. */
    static boolean hold(Path directory) {
        try {
            return isType(Files.getFileStore(directory).type());
        } catch (IOException e) {
            LOG.debug("On what {} lies can't be told; it is taken for a disk", directory, e);
            return false;
        }
    }

    static boolean isType(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        String plain = lower.startsWith("fuse.") ? lower.substring("fuse.".length()) : lower;
        return TYPES.stream().anyMatch(plain::startsWith);
    }
}
