// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A piece of state: collects in memory up to the inline threshold and goes on in a file. */
final class FileOutput extends StateOutput {

    private static final Logger LOG = LoggerFactory.getLogger(FileOutput.class);

    /** The checkpoint it is written for may be given up meanwhile. Any thread. */
    interface Fate {
        boolean isDiscarded();

        /**
         * @throws IOException when it was given up
         */
        void refuseDiscarded() throws IOException;

        /** It was given up, and the file could not be removed after that. */
        void leftBehind();
    }

    private final Fate fate;
    private final FileSystem fileSystem;
    private final Path path;
    private final String spelled;
    private final int threshold;
    private final int writeBufferBytes;
    private ByteArrayOutputStream small = new ByteArrayOutputStream();
    private SealedFile.Output file;
    private FSDataOutputStream disk;
    private boolean makesDirectory;
    private boolean ended;

    /**
     * @param spelled how the manifest names the file
     * @param threshold in bytes: what is smaller becomes no file
     */
    FileOutput(
            Fate fate,
            FileSystem fileSystem,
            Path path,
            String spelled,
            int threshold,
            int writeBufferBytes) {
        this.fate = fate;
        this.fileSystem = fileSystem;
        this.path = path;
        this.spelled = spelled;
        this.threshold = threshold;
        this.writeBufferBytes = writeBufferBytes;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        refuseEnded();
        if (file == null && small.size() + (long) count >= threshold) {
            openFile();
        }
        if (file == null) {
            small.write(bytes, offset, count);
        } else {
            file.write(bytes, offset, count);
        }
    }

    private void openFile() throws IOException {
        fate.refuseDiscarded();
        makesDirectory = true;
        Directories.make(fileSystem, path.getParent());
        disk = fileSystem.create(path, FileSystem.WriteMode.NO_OVERWRITE);
        file = new SealedFile.Output(disk, CheckpointFiles.STATE, writeBufferBytes);
        small.writeTo(file);
        small = null;
    }

    @Override
    public StoredState seal() throws IOException {
        refuseEnded();
        if (file == null && threshold == 0) {
            openFile();
        }
        if (file == null) {
            ended = true;
            byte[] bytes = small.toByteArray();
            small = null;
            return new StoredState.Inline(bytes, SealedFile.checksum(bytes));
        }
        file.finish();
        disk.sync();
        disk.close();
        fate.refuseDiscarded();
        ended = true;
        return new StoredState.InFile(spelled, file.length(), file.checksum());
    }

    private void refuseEnded() throws IOException {
        if (ended) {
            throw new IOException(CheckpointPaths.told(path) + " has ended already.");
        }
    }

    @Override
    public void close() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        small = null;
        try {
            if (disk != null) {
                try {
                    disk.close();
                } finally {
                    remove();
                }
            }
        } finally {
            if (makesDirectory && fate.isDiscarded()) {
                // It may have been discarded a moment before this one made its directory anew.
                deleteIfEmpty(path.getParent());
            }
        }
    }

    private void remove() throws IOException {
        try {
            fileSystem.delete(path, false);
        } catch (IOException e) {
            if (fate.isDiscarded()) {
                fate.leftBehind(); // whoever removed the rest may have been here before
            }
            throw e;
        }
    }

    /** The last of several late writers finds it empty. */
    private void deleteIfEmpty(Path directory) {
        try {
            if (fileSystem.exists(directory) && fileSystem.listStatus(directory).length == 0) {
                fileSystem.delete(directory, false);
            }
        } catch (IOException e) {
            LOG.debug(
                    "{} was not removed; the next start of the job does it",
                    CheckpointPaths.told(directory),
                    e);
        }
    }
}
