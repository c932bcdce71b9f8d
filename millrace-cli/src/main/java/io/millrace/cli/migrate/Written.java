// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;

/**
 * Puts changes onto the disk, each file at once: whoever looks finds the old text or the new one.
 */
final class Written {

    private Written() {}

    /**
     * @throws IOException naming what is wrong; the file is then as it was
     */
    static void write(Path root, FileChange change) throws IOException {
        Path from = root.resolve(change.from());
        Path to = root.resolve(change.to());
        boolean sameText = change.before().equals(change.after());
        // The text of a file that is only moved was perhaps not read.
        if (!sameText && !SourceTree.textOf(from).equals(change.before())) {
            throw new IOException("was changed by somebody else meanwhile");
        }
        if (change.isMove()) {
            Files.createDirectories(to.getParent());
            if (Files.exists(to)) {
                throw new FileAlreadyExistsException(to.toString());
            }
        }
        if (sameText) {
            move(from, to);
        } else {
            Path beside =
                    Files.createTempFile(
                            to.getParent(), "." + to.getFileName() + ".", ".migrating");
            try {
                Files.write(beside, change.after().getBytes(StandardCharsets.ISO_8859_1));
                keepPermissions(from, beside);
                move(beside, to);
            } finally {
                Files.deleteIfExists(beside);
            }
            if (change.isMove()) {
                Files.delete(from);
            }
        }
        if (change.isMove()) {
            removeEmptyFolders(from.getParent(), root);
        }
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(Files.getPosixFilePermissions(from));
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException(
                    "this file system can't replace a file at once (" + e.getReason() + ")", e);
        }
    }

    /** Those that the move has emptied. */
    private static void removeEmptyFolders(Path folder, Path root) throws IOException {
        try {
            for (Path empty = folder; !empty.equals(root); empty = empty.getParent()) {
                Files.delete(empty);
            }
        } catch (DirectoryNotEmptyException | NoSuchFileException e) {
            // Something else lies in it: it stays, and so does all above it.
            return;
        }
    }
}
