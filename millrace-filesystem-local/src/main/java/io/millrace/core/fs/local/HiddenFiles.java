// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files beside a target that are to become it: their names, copies of them, their removal. */
final class HiddenFiles {

    private static final Logger LOG = LoggerFactory.getLogger(HiddenFiles.class);

    private HiddenFiles() {}

    private static String prefix(File target) {
        return "." + target.getName() + ".inprogress.";
    }

    /** A name beside the target that nothing bears yet. */
    static File beside(File target) {
        File parent = target.getAbsoluteFile().getParentFile();
        if (parent == null) {
            throw new IllegalArgumentException("'" + target + "' is no file.");
        }
        File temp;
        do {
            temp = new File(parent, prefix(target) + UUID.randomUUID());
        } while (temp.exists());
        return temp;
    }

    /** A new file beside the target, with the first bytes of another one; open at their end. */
    record Copy(File file, FileChannel channel) {}

    /**
     * Copies what counts of a pending file, which somebody may still have open to write.
     *
     * @throws FileNotFoundException when it is not there
     * @throws IOException when some of what counts is missing
     */
    static Copy copy(LocalRecoverable at) throws IOException {
        File file = beside(at.targetFile());
        FileChannel to = null;
        boolean done = false;
        try (FileChannel from = openPending(at, StandardOpenOption.READ)) {
            requireLength(at, from.size());
            to =
                    LocalFailure.opened(
                            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            FileChannel copy = to;
            LocalFailure.naming(file, "written", () -> transfer(at, from, copy));
            done = true;
            return new Copy(file, to);
        } finally {
            if (!done && to != null) {
                to.close();
                remove(file);
            }
        }
    }

    private static void transfer(LocalRecoverable at, FileChannel from, FileChannel to)
            throws IOException {
        long position = 0;
        while (position < at.offset()) {
            long moved = from.transferTo(position, at.offset() - position, to);
            if (moved <= 0) {
                requireLength(at, position); // somebody has cut it meanwhile
            }
            position += moved;
        }
    }

    static FileChannel openPending(LocalRecoverable at, StandardOpenOption how) throws IOException {
        try {
            return FileChannel.open(at.tempFile().toPath(), how);
        } catch (NoSuchFileException e) {
            FileNotFoundException missing =
                    new FileNotFoundException(
                            "The pending file "
                                    + at.tempFile()
                                    + " is missing, so writing "
                                    + at.targetFile()
                                    + " cannot go on. Was it removed, or committed by a later run?");
            missing.initCause(e);
            throw missing;
        }
    }

    /**
     * @throws IOException when a pending file is too short
     */
    static void requireLength(LocalRecoverable at, long length) throws IOException {
        if (length < at.offset()) {
            throw new IOException(
                    "The pending file "
                            + at.tempFile()
                            + " has "
                            + length
                            + " bytes, but "
                            + at.offset()
                            + " had been made durable: data is lost.");
        }
    }

    /** Whether a finished file is what counts of a pending one, byte for byte. */
    static boolean isContentOf(File finished, LocalRecoverable pending) throws IOException {
        if (finished.length() != pending.offset()) {
            return false;
        }
        long difference = Files.mismatch(finished.toPath(), pending.tempFile().toPath());
        return difference < 0 || difference >= pending.offset();
    }

    /**
     * Removes all that was to become a file that is finished. One that stays is hidden and harms
     * nobody, so that is a warning.
     *
     * @return whether there was any
     */
    static boolean removeAll(File target) {
        File parent = target.getAbsoluteFile().getParentFile();
        String prefix = prefix(target);
        File[] found = parent.listFiles((directory, name) -> name.startsWith(prefix));
        if (found == null) {
            LOG.warn("Cannot look for {}* in {}; they may remain, hidden.", prefix, parent);
            return false;
        }
        for (File file : found) {
            remove(file);
        }
        return found.length > 0;
    }

    static void remove(File file) {
        Path path = file.toPath();
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.warn("The file {} is not needed any more and remains, hidden.", path, e);
        }
    }
}
