// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes unfinished files that nothing refers to any more; {@link PartNames} says which. One that
 * cannot be removed is hidden and harms nobody, so that is a warning, and it is tried again with
 * the next checkpoint.
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
    private final PartNames names;
    private final List<NumberingState> restored;
    private final Set<Path> looked = bounded();

    /** Where something failed. */
    private final Set<Path> again = bounded();

    /**
     * @param names of this attempt, none of whose files is a leftover
     * @param restored from where this attempt goes on; null where nobody can have left anything:
     *     then no directory is looked at
     */
    Leftovers(FileSystem fs, PartNames names, List<NumberingState> restored) {
        this.fs = fs;
        this.names = names;
        this.restored = restored;
    }

    private static Set<Path> bounded() {
        return Collections.newSetFromMap(
                new LinkedHashMap<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<Path, Boolean> eldest) {
                        return size() > REMEMBERED;
                    }
                });
    }

    /** Looks into a directory, once. */
    void removeIn(Path directory) {
        if (restored != null && looked.add(directory)) {
            look(directory);
        }
    }

    /** Looks once more where something failed before. */
    void removeAgain() {
        List.copyOf(again).forEach(this::look);
    }

    private void look(Path directory) {
        if (removeIn(
                fs,
                directory,
                (name, present) ->
                        names.isLeftover(name, restored) || names.isFinished(name, present))) {
            again.remove(directory);
        } else {
            again.add(directory);
        }
    }

    /**
     * Looks into a directory for files that this attempt has begun and told nobody of.
     *
     * @param fromNumber the first of them
     */
    void removeOwn(Path directory, long fromNumber) {
        removeIn(
                fs,
                directory,
                (name, present) ->
                        names.isUnfinishedOfThisAttempt(name, fromNumber)
                                || names.isFinished(name, present));
    }

    /** Removes files of a directory, not of those in it, by their names. */
    static void removeIn(FileSystem fs, Path directory, Predicate<String> isLeftover) {
        removeIn(fs, directory, (name, present) -> isLeftover.test(name));
    }

    /**
     * Removes files of a directory.
     *
     * @param isLeftover by the name of a file, and those of all that is there
     * @return whether all went that is to go
     */
    private static boolean removeIn(
            FileSystem fs, Path directory, BiPredicate<String, Set<String>> isLeftover) {
        FileStatus[] contained;
        try {
            contained = fs.listStatus(directory);
        } catch (FileNotFoundException e) {
            // Nothing was ever written there.
            return true;
        } catch (IOException e) {
            LOG.warn(
                    "Cannot look for unfinished files in {}; they may remain, hidden.",
                    Addresses.shown(directory),
                    e);
            return false;
        }
        if (contained == null) {
            return true;
        }
        Set<String> present =
                Arrays.stream(contained)
                        .map(file -> file.getPath().getName())
                        .collect(Collectors.toSet());
        List<FileStatus> unneeded =
                Arrays.stream(contained)
                        .filter(file -> !file.isDir())
                        .filter(file -> isLeftover.test(file.getPath().getName(), present))
                        .sorted(Comparator.comparingLong(FileStatus::getModificationTime))
                        .toList();
        boolean all = true;
        for (FileStatus file : unneeded) {
            all &= removeFile(fs, file.getPath());
        }
        return all;
    }

    private static boolean removeFile(FileSystem fs, Path file) {
        try {
            fs.delete(file, false);
            LOG.info(
                    "Removed {}: no checkpoint needs it, and its records are in a finished file or come again.",
                    Addresses.shown(file));
            return true;
        } catch (FileNotFoundException e) {
            LOG.debug("{} was removed meanwhile", Addresses.shown(file), e);
            return true;
        } catch (IOException e) {
            LOG.warn(
                    "Cannot remove the unfinished file {}; it remains, hidden.",
                    Addresses.shown(file),
                    e);
            return false;
        }
    }
}
