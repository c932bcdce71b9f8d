// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes unfinished files that nothing refers to any more; {@link PartNames} says which. One that
 * cannot be removed is hidden and harms nobody, so that is a warning.
 */
final class Leftovers {

    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private Leftovers() {}

    /** In a directory and all below it. */
    static void removeBelow(FileSystem fs, Path directory, Predicate<String> isLeftover) {
        remove(fs, directory, isLeftover, true);
    }

    /** In a directory alone. */
    static void removeIn(FileSystem fs, Path directory, Predicate<String> isLeftover) {
        remove(fs, directory, isLeftover, false);
    }

    private static void remove(
            FileSystem fs, Path directory, Predicate<String> isLeftover, boolean below) {
        FileStatus[] contained;
        try {
            contained = fs.listStatus(directory);
        } catch (FileNotFoundException e) {
            // Nothing was ever written there.
            return;
        } catch (IOException e) {
            LOG.warn(
                    "Cannot look for unfinished files in {}; they may remain, hidden.",
                    directory,
                    e);
            return;
        }
        if (contained == null) {
            return;
        }
        for (FileStatus status : contained) {
            if (status.isDir()) {
                if (below) {
                    remove(fs, status.getPath(), isLeftover, true);
                }
            } else if (isLeftover.test(status.getPath().getName())) {
                removeFile(fs, status.getPath());
            }
        }
    }

    private static void removeFile(FileSystem fs, Path file) {
        try {
            fs.delete(file, false);
            LOG.info(
                    "Removed {}: it was written after the last checkpoint, and its records come again.",
                    file);
        } catch (IOException e) {
            LOG.warn("Cannot remove the unfinished file {}; it remains, hidden.", file, e);
        }
    }
}
