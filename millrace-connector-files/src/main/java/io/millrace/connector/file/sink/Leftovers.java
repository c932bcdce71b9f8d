// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes unfinished files that nothing refers to any more; {@link PartNames} says which. One that
 * cannot be removed is hidden and harms nobody, so that is a warning.
 *
 * <p>After a restore it looks where such files are: in the directories that the state names, and in
 * each directory in which this attempt begins a file, for the records come again and mostly go
 * where they went before. It does not walk through all output, which may be years of it. So the
 * directory of an hour that ended between crash and restore may keep a hidden file.
 *
 * <p>Belongs to one task.
 */
final class Leftovers {

    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    /** A directory that was forgotten is looked at again, which does no harm. */
    private static final int REMEMBERED = 4096;

    private final FileSystem fs;
    private final Predicate<String> isLeftover;
    private final Set<Path> looked =
            Collections.newSetFromMap(
                    new LinkedHashMap<>() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected boolean removeEldestEntry(Map.Entry<Path, Boolean> eldest) {
                            return size() > REMEMBERED;
                        }
                    });

    /**
     * @param isLeftover by a file's name; none that this attempt has begun. Null where nobody can
     *     have left anything: then no directory is looked at
     */
    Leftovers(FileSystem fs, Predicate<String> isLeftover) {
        this.fs = fs;
        this.isLeftover = isLeftover;
    }

    /** Looks into a directory, once. */
    void removeIn(Path directory) {
        if (isLeftover != null && looked.add(directory)) {
            removeIn(fs, directory, isLeftover);
        }
    }

    /** Looks into a directory, not into those in it. */
    static void removeIn(FileSystem fs, Path directory, Predicate<String> isLeftover) {
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
        Arrays.stream(contained)
                .filter(status -> isLeftover.test(status.getPath().getName()) && !status.isDir())
                .sorted(Comparator.comparingLong(FileStatus::getModificationTime))
                .forEach(status -> removeFile(fs, status.getPath()));
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
