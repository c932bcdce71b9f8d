// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a pending file its name: by a rename, which is atomic, durable when it is answered, and
 * replaces nothing. The answer may be lost, so whoever gets an error looks what came of it.
 */
final class HadoopCommitter implements Committer {

    private static final Logger LOG = LoggerFactory.getLogger(HadoopCommitter.class);

    private final HadoopFileSystem fileSystem;
    private final HadoopRecoverable recoverable;

    HadoopCommitter(HadoopFileSystem fileSystem, HadoopRecoverable recoverable) {
        this.fileSystem = fileSystem;
        this.recoverable = recoverable;
    }

    @Override
    public void commit() throws IOException {
        FileStatus pending = status(recoverable.temp());
        if (pending == null) {
            throw missing();
        }
        if (pending.getLen() != recoverable.offset()) {
            throw new IOException(
                    "The pending file "
                            + recoverable.temp()
                            + " has "
                            + pending.getLen()
                            + " bytes instead of "
                            + recoverable.offset()
                            + ". Was something else writing to it?");
        }
        giveName();
        removeOthers();
    }

    /**
     * May be called again and again, and after {@link #commit()}, by a process that does not know.
     */
    @Override
    public void commitAfterRecovery() throws IOException {
        try {
            new PendingHadoopFile(fileSystem, recoverable).cutOff();
        } catch (FileNotFoundException e) {
            if (status(recoverable.target()) == null) {
                LOG.warn(
                        "Neither the pending file {} nor the finished file {} is there, of which the restored"
                                + " checkpoint says that one must be. If a reader has taken the finished one"
                                + " away, all is well; if not, its {} bytes are lost.",
                        recoverable.temp(),
                        recoverable.target(),
                        recoverable.offset());
            } else {
                removeOthers();
            }
            return;
        }
        giveName();
        removeOthers();
    }

    /** What the names of the hidden files begin with that are to become this one. */
    static String hiddenPrefix(Path target) {
        return "." + target.getName() + ".inprogress.";
    }

    /**
     * Removes those of which the finished file is a copy, and other copies, also of one that was
     * taken up by somebody who came to nothing. One that stays is hidden and harms nobody, so that
     * is a warning.
     */
    private void removeOthers() {
        if (recoverable.ended() && !recoverable.copied()) {
            return;
        }
        Path directory = recoverable.target().getParent();
        String prefix = hiddenPrefix(recoverable.target());
        try {
            for (FileStatus file :
                    hadoop().listStatus(directory, path -> path.getName().startsWith(prefix))) {
                remove(hadoop(), file.getPath());
            }
        } catch (IOException e) {
            LOG.warn("Cannot look for {}* in {}; they may remain.", prefix, directory, e);
        }
    }

    static void remove(FileSystem hadoop, Path file) {
        try {
            hadoop.delete(file, false);
        } catch (IOException e) {
            LOG.warn("The file {} is not needed any more and remains, hidden.", file, e);
        }
    }

    private void giveName() throws IOException {
        if (status(recoverable.target()) != null) {
            throw inTheWay();
        }
        boolean renamed;
        try {
            renamed = hadoop().rename(recoverable.temp(), recoverable.target());
        } catch (IOException e) {
            if (wasRenamed(e)) {
                LOG.info(
                        "{} was committed, though the answer was an error: {}",
                        recoverable.target(),
                        e.toString());
                return;
            }
            throw e;
        }
        if (renamed) {
            return;
        }
        if (status(recoverable.temp()) != null) {
            if (status(recoverable.target()) != null) {
                throw inTheWay();
            }
            throw new IOException(
                    "The namenode refused to rename "
                            + recoverable.temp()
                            + " to "
                            + recoverable.target()
                            + ". Is its directory gone?");
        }
        if (status(recoverable.target()) == null) {
            throw missing();
        }
        // Somebody else, or an earlier try of this very call, was quicker.
    }

    private boolean wasRenamed(IOException failure) {
        try {
            FileStatus target = status(recoverable.target());
            return target != null
                    && target.getLen() == recoverable.offset()
                    && status(recoverable.temp()) == null;
        } catch (IOException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    private FileNotFoundException missing() {
        return new FileNotFoundException(
                "The pending file "
                        + recoverable.temp()
                        + " is missing, so "
                        + recoverable.target()
                        + " cannot be committed.");
    }

    private FileAlreadyExistsException inTheWay() {
        return new FileAlreadyExistsException(
                recoverable.target().toString(),
                recoverable.temp().toString(),
                "a finished file of this name exists and is not overwritten");
    }

    /** Null for nothing. */
    private FileStatus status(Path path) throws IOException {
        try {
            return hadoop().getFileStatus(path);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    private FileSystem hadoop() {
        return fileSystem.hadoop();
    }

    @Override
    public CommitRecoverable getRecoverable() {
        return recoverable;
    }
}
