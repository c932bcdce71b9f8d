// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Objects;

/**
 * Writes a file; with several subtasks, a directory with a file for each, named 1, 2 and so on.
 *
 * @param <IT> the records
 */
@Public
public abstract class FileOutputFormat<IT> extends RichOutputFormat<IT>
        implements CleanupWhenUnsuccessful {

    /** The path, in a configuration. */
    public static final String FILE_PARAMETER_KEY = "flink.output.file";

    private static final long serialVersionUID = 1L;

    /** Subtasks of one process make one directory. */
    private static final Object PREPARING = new Object();

    /** Whether there is a directory. */
    public enum OutputDirectoryMode {
        /** Always. */
        ALWAYS,
        /** With several subtasks. */
        PARONLY
    }

    protected Path outputFilePath;

    /** Of the file that is open. */
    protected transient FSDataOutputStream stream;

    private WriteMode writeMode;
    private OutputDirectoryMode outputDirectoryMode = OutputDirectoryMode.PARONLY;
    private transient Path actualFilePath;
    private transient boolean fileCreated;

    /** Without a path yet. */
    public FileOutputFormat() {}

    /** To that path; null for none yet. */
    public FileOutputFormat(Path outputPath) {
        this.outputFilePath = outputPath;
    }

    /** Writes to that path. */
    public void setOutputFilePath(Path path) {
        this.outputFilePath = Objects.requireNonNull(path, "path");
    }

    public Path getOutputFilePath() {
        return outputFilePath;
    }

    /** What becomes of what is there already; it stays, and writing fails, unless set. */
    public void setWriteMode(WriteMode mode) {
        this.writeMode = Objects.requireNonNull(mode, "mode");
    }

    public WriteMode getWriteMode() {
        return writeMode == null ? WriteMode.NO_OVERWRITE : writeMode;
    }

    /** Whether there is a directory; only with several subtasks unless set. */
    public void setOutputDirectoryMode(OutputDirectoryMode mode) {
        this.outputDirectoryMode = Objects.requireNonNull(mode, "mode");
    }

    public OutputDirectoryMode getOutputDirectoryMode() {
        return outputDirectoryMode;
    }

    @Override
    public void configure(Configuration parameters) {
        if (outputFilePath == null) {
            String path = parameters.getString(FILE_PARAMETER_KEY, null);
            if (path == null) {
                throw new IllegalArgumentException(
                        getClass().getName()
                                + " was given no path to write to: call setOutputFilePath");
            }
            outputFilePath = new Path(path);
        }
    }

    @Override
    @Deprecated
    public void open(int taskNumber, int numTasks) throws IOException {
        if (taskNumber < 0 || numTasks < 1) {
            throw new IllegalArgumentException(
                    "There is no subtask " + taskNumber + " of " + numTasks);
        }
        boolean directory = numTasks > 1 || outputDirectoryMode == OutputDirectoryMode.ALWAYS;
        FileSystem fs = outputFilePath.getFileSystem();
        synchronized (PREPARING) {
            prepare(fs, directory);
        }
        actualFilePath =
                directory
                        ? outputFilePath.suffix("/" + getDirectoryFileName(taskNumber))
                        : outputFilePath;
        stream = fs.create(actualFilePath, getWriteMode());
        fileCreated = true;
    }

    /** Makes room for the file or the directory, and refuses to remove what must not be. */
    private void prepare(FileSystem fs, boolean directory) throws IOException {
        FileStatus status;
        try {
            status = fs.getFileStatus(outputFilePath);
        } catch (FileNotFoundException e) {
            status = null;
        }
        if (status != null && status.isDir() != directory) {
            if (getWriteMode() == WriteMode.NO_OVERWRITE) {
                throw new IOException(
                        "The output "
                                + outputFilePath
                                + " is a "
                                + (status.isDir() ? "directory" : "file")
                                + " already, and is not overwritten: use another path, or"
                                + " WriteMode.OVERWRITE");
            }
            fs.delete(outputFilePath, true);
            status = null;
        }
        if (directory && status == null && !fs.mkdirs(outputFilePath)) {
            throw new IOException(
                    "The directory " + Addresses.shown(outputFilePath) + " can't be made");
        }
        Path parent = outputFilePath.getParent();
        if (!directory && parent != null && !fs.exists(parent)) {
            fs.mkdirs(parent);
        }
    }

    /** The name of a subtask's file in the directory. */
    protected String getDirectoryFileName(int taskNumber) {
        return Integer.toString(taskNumber + 1);
    }

    @Override
    public void close() throws IOException {
        if (stream != null) {
            FSDataOutputStream closing = stream;
            stream = null;
            closing.close();
        }
    }

    @Override
    @PublicEvolving
    public void tryCleanupOnError() {
        if (!fileCreated) {
            return;
        }
        fileCreated = false;
        try {
            close();
            actualFilePath.getFileSystem().delete(actualFilePath, false);
        } catch (IOException e) {
            org.slf4j.LoggerFactory.getLogger(FileOutputFormat.class)
                    .warn(
                            "What was written to {} could not be removed",
                            Addresses.shown(actualFilePath),
                            e);
        }
    }
}
