// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives a pending file its name, durably. Never overwrites a file. */
final class LocalCommitter implements Committer {

    private static final Logger LOG = LoggerFactory.getLogger(LocalCommitter.class);

    private static final WholeLocalFiles WHOLE = new WholeLocalFiles();

    private final LocalRecoverable recoverable;
    private final DurableDirectories directories;
    private final boolean alone;

    /**
     * @param alone whether nobody else can have the file open
     */
    LocalCommitter(LocalRecoverable recoverable, DurableDirectories directories, boolean alone) {
        this.recoverable = recoverable;
        this.directories = directories;
        this.alone = alone;
    }

    @Override
    public void commit() throws IOException {
        File temp = recoverable.tempFile();
        if (!temp.exists()) {
            throw new FileNotFoundException(
                    "The pending file "
                            + temp
                            + " is missing, so "
                            + recoverable.targetFile()
                            + " cannot be committed.");
        }
        if (temp.length() != recoverable.offset()) {
            throw new IOException(
                    "The pending file "
                            + temp
                            + " has "
                            + temp.length()
                            + " bytes instead of "
                            + recoverable.offset()
                            + ". Was something else writing to it?");
        }
        giveName(temp);
        removeOthers();
    }

    /**
     * May be called again and again, and after {@link #commit()}, by a process that does not know.
     */
    @Override
    public void commitAfterRecovery() throws IOException {
        File temp = recoverable.tempFile();
        // Another host may have written it; what this one remembers of it does not count.
        if (!WHOLE.existsNow(temp)) {
            if (WHOLE.existsNow(recoverable.targetFile())) {
                // Whoever gave it its name may have died before that was on disk.
                syncDirectory();
                removeOthers();
            } else {
                LOG.warn(
                        "Neither the pending file {} nor the finished file {} is there, of which the restored"
                                + " checkpoint says that one must be. If a reader has taken the finished one"
                                + " away, all is well; if not, its {} bytes are lost.",
                        temp,
                        recoverable.targetFile(),
                        recoverable.offset());
            }
            return;
        }
        HiddenFiles.requireLength(recoverable, temp.length());
        if (!alone && !recoverable.ended()) {
            commitCopy();
            return;
        }
        if (temp.length() > recoverable.offset()) {
            try (FileChannel channel = FileChannel.open(temp.toPath(), StandardOpenOption.WRITE)) {
                LocalFailure.naming(
                        temp,
                        "cut off at " + recoverable.offset() + " bytes",
                        () -> {
                            channel.truncate(recoverable.offset());
                            channel.force(true);
                        });
            }
        }
        giveName(temp);
        removeOthers();
    }

    /**
     * Gives the name to a copy, for the file may be open to somebody who writes on. That one goes
     * then; after a crash in between both are there.
     */
    private void commitCopy() throws IOException {
        File target = recoverable.targetFile();
        if (!target.exists() || !HiddenFiles.isContentOf(target, recoverable)) {
            HiddenFiles.Copy copy = HiddenFiles.copy(recoverable);
            boolean named = false;
            try {
                try (FileChannel channel = copy.channel()) {
                    LocalFailure.naming(copy.file(), "forced to disk", () -> channel.force(true));
                }
                giveName(copy.file());
                named = true;
            } finally {
                if (!named) {
                    HiddenFiles.remove(copy.file());
                }
            }
        } else {
            syncDirectory();
        }
        removeAll();
    }

    /** Those of which this one is a copy, and other copies. */
    private void removeOthers() throws IOException {
        if (recoverable.copied()) {
            removeAll();
        }
    }

    /** For good: nobody would look for one that comes back when the power has failed. */
    private void removeAll() throws IOException {
        if (HiddenFiles.removeAll(recoverable.targetFile())) {
            syncDirectory();
        }
    }

    private void giveName(File temp) throws IOException {
        File target = recoverable.targetFile();
        if (target.exists()) {
            throw new FileAlreadyExistsException(
                    target.toString(),
                    temp.toString(),
                    "a finished file of this name exists and is not overwritten");
        }
        Path pending = temp.toPath();
        Object key = LocalFileSystem.key(pending);
        try {
            Files.move(pending, target.toPath(), StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            // Done, if the answer was lost and the request repeated, as on NFS.
            if (key == null || !key.equals(LocalFileSystem.key(target.toPath()))) {
                throw e;
            }
        }
        syncDirectory();
    }

    private void syncDirectory() throws IOException {
        directories.force(recoverable.targetFile().getAbsoluteFile().getParentFile().toPath());
    }

    @Override
    public CommitRecoverable getRecoverable() {
        return recoverable;
    }
}
