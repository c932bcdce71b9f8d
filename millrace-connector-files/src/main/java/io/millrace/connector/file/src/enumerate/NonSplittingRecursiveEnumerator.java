// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.enumerate;

import io.millrace.annotation.PublicEvolving;
import io.millrace.connector.file.src.FileSourceSplit;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import io.millrace.spi.SymbolicLinks;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One split for each file, found in the given paths and, in directories, at any depth; within a
 * directory in the order of names, so that a source reads in the same order everywhere.
 *
 * <p>A path that is missing or cannot be listed is an error that names it. Symbolic links are
 * followed, but not one that leads from a directory back to itself or to one that holds it: all
 * that is behind it has been found already.
 */
@PublicEvolving
public class NonSplittingRecursiveEnumerator implements FileEnumerator {

    private static final Logger LOG =
            LoggerFactory.getLogger(NonSplittingRecursiveEnumerator.class);

    /** Which files and directories to take. */
    protected final Predicate<Path> fileFilter;

    private long nextId;

    /**
     * The directories from the input path down to where this is now, without links in their names.
     */
    private final Deque<Path> entered = new ArrayDeque<>();

    /** Links that were told of: an enumerator may be asked again and again. */
    private final Set<Path> linksBack = new HashSet<>();

    /** Passes over hidden files. */
    public NonSplittingRecursiveEnumerator() {
        this(new DefaultFileFilter());
    }

    /** The filter is asked about directories, too; one it refuses is not entered. */
    public NonSplittingRecursiveEnumerator(Predicate<Path> fileFilter) {
        this.fileFilter = Objects.requireNonNull(fileFilter, "fileFilter");
    }

    @Override
    public Collection<FileSourceSplit> enumerateSplits(Path[] paths, int minDesiredSplits)
            throws IOException {
        ArrayList<FileSourceSplit> splits = new ArrayList<>();
        for (Path path : paths) {
            FileSystem fs = path.getFileSystem();
            FileStatus status;
            try {
                status = fs.getFileStatus(path);
            } catch (FileNotFoundException e) {
                FileNotFoundException named =
                        new FileNotFoundException(
                                "The input path "
                                        + Addresses.shown(path)
                                        + " does not exist. Nothing was read.");
                named.initCause(e);
                throw named;
            } catch (IOException e) {
                throw new IOException(
                        "The input path "
                                + Addresses.shown(path)
                                + " cannot be read: "
                                + e.getMessage(),
                        e);
            }
            if (!fileFilter.test(status.getPath())) {
                LOG.warn(
                        "Nothing is read from the input path {}: the source's file filter refuses its name"
                                + " (the default one refuses names that begin with '.' or '_').",
                        Addresses.shown(path));
            }
            addSplitsForPath(status, fs, splits);
        }
        return splits;
    }

    /** Adds the splits of a file, or of all that a directory holds. */
    protected void addSplitsForPath(
            FileStatus fileStatus, FileSystem fs, ArrayList<FileSourceSplit> target)
            throws IOException {
        if (!fileFilter.test(fileStatus.getPath())) {
            return;
        }
        if (!fileStatus.isDir()) {
            convertToSourceSplits(fileStatus, fs, target);
            return;
        }
        Path directory;
        FileStatus[] contained;
        try {
            directory =
                    fs instanceof SymbolicLinks links
                            ? links.realPath(fileStatus.getPath())
                            : fileStatus.getPath();
            if (entered.contains(directory)) {
                if (linksBack.add(fileStatus.getPath())) {
                    LOG.warn(
                            "The directory {} is passed over: it is a link back to {}, of which it is a part.",
                            fileStatus.getPath(),
                            directory);
                }
                return;
            }
            contained = fs.listStatus(fileStatus.getPath());
        } catch (IOException e) {
            throw new IOException(
                    "The input directory "
                            + fileStatus.getPath()
                            + " cannot be listed: "
                            + e.getMessage(),
                    e);
        }
        if (contained == null) {
            throw new IOException(
                    "The input directory "
                            + fileStatus.getPath()
                            + " cannot be listed; it may have been removed, or this user may not read it.");
        }
        FileStatus[] sorted = contained.clone();
        Arrays.sort(sorted, Comparator.comparing(status -> status.getPath().getName()));
        entered.addLast(directory);
        try {
            for (FileStatus status : sorted) {
                addSplitsForPath(status, fs, target);
            }
        } finally {
            entered.removeLast();
        }
    }

    /** Adds the split, or the splits, of one file. */
    protected void convertToSourceSplits(
            FileStatus file, FileSystem fs, List<FileSourceSplit> target) throws IOException {
        target.add(
                new FileSourceSplit(
                        getNextId(),
                        file.getPath(),
                        0,
                        file.getLen(),
                        file.getModificationTime(),
                        file.getLen()));
    }

    /** An id that no other split of this enumerator has. */
    protected final String getNextId() {
        return String.format(Locale.ROOT, "%010d", ++nextId);
    }
}
