// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.WholeFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.UUID;

/**
 * One file that appears whole, with the file system's own means where it has any ({@link
 * WholeFiles}), else by a rename; that may then replace a file that was made in the same moment.
 */
final class WholeFile {

    private WholeFile() {}

    /** Whether the file system says of itself that it can. */
    static boolean isOfferedBy(FileSystem fileSystem) {
        return fileSystem instanceof WholeFiles;
    }

    /**
     * Makes it; certain to be found when this returns.
     *
     * @throws FileAlreadyExistsException if one is there
     */
    static void create(FileSystem fileSystem, Path file, byte[] content) throws IOException {
        if (fileSystem instanceof WholeFiles whole) {
            whole.createWhole(file, content);
            return;
        }
        Path aside = new Path(file.getParent(), "." + file.getName() + "." + UUID.randomUUID());
        try (FSDataOutputStream out = fileSystem.create(aside, FileSystem.WriteMode.NO_OVERWRITE)) {
            out.write(content);
            out.sync();
        }
        if (fileSystem.exists(file) || !fileSystem.rename(aside, file)) {
            fileSystem.delete(aside, false);
            throw new FileAlreadyExistsException(
                    CheckpointPaths.told(file), null, "it could not be made under its name");
        }
        Directories.sync(fileSystem, file.getParent());
    }

    /** Whether it is there, asked of the store itself where that makes a difference. */
    static boolean exists(FileSystem fileSystem, Path file) throws IOException {
        return fileSystem instanceof WholeFiles whole
                ? whole.existsNow(file)
                : fileSystem.exists(file);
    }

    /** Removes it, certainly. Idempotent. */
    static void remove(FileSystem fileSystem, Path file) throws IOException {
        fileSystem.delete(file, false);
        if (exists(fileSystem, file)) {
            throw new IOException(CheckpointPaths.told(file) + " could not be removed");
        }
    }
}
