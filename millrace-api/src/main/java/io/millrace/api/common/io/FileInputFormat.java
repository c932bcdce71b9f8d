// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.io.compression.InflaterInputStreamFactory;
import io.millrace.api.common.io.statistics.BaseStatistics;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads files, and what lies in directories. Files are cut into parts of about the same size, as
 * many as there are tasks; compressed ones, and those of a format that says so, are read whole.
 * Names that begin with a dot or an underscore are passed over, and what the filter says.
 *
 * @param <OT> the records
 */
@Public
public abstract class FileInputFormat<OT> extends RichInputFormat<OT, FileInputSplit> {

    /** Whether to look into directories within directories, in a configuration. */
    public static final String ENUMERATE_NESTED_FILES_FLAG = "recursive.file.enumeration";

    /** The length of a part that goes to the end of its file, wherever that is. */
    protected static final long READ_WHOLE_SPLIT_FLAG = -1L;

    private static final long serialVersionUID = 1L;

    /** The last part of a file may be a little longer than the others. */
    private static final float MAX_SPLIT_SIZE_DISCREPANCY = 1.1f;

    /** The stream of the part that is open. */
    protected transient FSDataInputStream stream;

    /** The first byte of the part that is open. */
    protected transient long splitStart;

    /** The length of the part that is open, in bytes; {@link Long#MAX_VALUE} for all there is. */
    protected transient long splitLength;

    protected transient FileInputSplit currentSplit;

    /** The only path, where there is one. */
    @Deprecated protected Path filePath;

    private Path[] filePaths;

    /** In bytes. */
    protected long minSplitSize;

    /** How many parts are wanted; -1 for as many as there are tasks. */
    protected int numSplits = -1;

    /** Whether files must be read whole. */
    protected boolean unsplittable;

    protected boolean enumerateNestedFiles;

    private FilePathFilter filesFilter = FilePathFilter.createDefaultFilter();

    /** Without a path. */
    public FileInputFormat() {}

    /** Of one path. */
    protected FileInputFormat(Path filePath) {
        if (filePath != null) {
            setFilePath(filePath);
        }
    }

    /** Has files whose names end like the factory says read by it, in all of this JVM. */
    public static void registerInflaterInputStreamFactory(
            String fileExtension, InflaterInputStreamFactory<?> factory) {
        FileInflaters.register(fileExtension, factory);
    }

    /** Null when there is none. */
    protected static InflaterInputStreamFactory<?> getInflaterInputStreamFactory(
            String fileExtension) {
        return FileInflaters.of(fileExtension);
    }

    /** Endings of names of compressed files that are read. */
    @Internal
    public static Set<String> getSupportedCompressionFormats() {
        return FileInflaters.extensions();
    }

    /** What is behind the last dot, in small letters; null without one. */
    protected static String extractFileExtension(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot < 0 ? null : fileName.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    /**
     * The only path.
     *
     * @throws UnsupportedOperationException when there are several
     */
    @Deprecated
    public Path getFilePath() {
        Path[] paths = getFilePaths();
        if (paths.length > 1) {
            throw new UnsupportedOperationException(
                    "This format has several paths: use getFilePaths().");
        }
        return paths.length == 0 ? null : paths[0];
    }

    /** All paths; none when none was set. */
    public Path[] getFilePaths() {
        if (filePaths != null) {
            return filePaths.clone();
        }
        return filePath == null ? new Path[0] : new Path[] {filePath};
    }

    /** Reads that file, or what lies in that directory. */
    public void setFilePath(String filePath) {
        Objects.requireNonNull(filePath, "filePath");
        try {
            setFilePath(new Path(filePath));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "Not the path of a file or directory: '"
                            + Addresses.shown(filePath)
                            + "'. "
                            + e.getMessage());
        }
    }

    /** Reads that file, or what lies in that directory. */
    public void setFilePath(Path filePath) {
        setFilePaths(Objects.requireNonNull(filePath, "filePath"));
    }

    /** Reads those files, and what lies in those directories. */
    public void setFilePaths(String... filePaths) {
        Path[] paths = new Path[filePaths.length];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = new Path(filePaths[i]);
        }
        setFilePaths(paths);
    }

    /** Reads those files, and what lies in those directories. */
    public void setFilePaths(Path... filePaths) {
        if (filePaths.length == 0) {
            throw new IllegalArgumentException("A format that reads files needs at least one path");
        }
        if (filePaths.length > 1 && !supportsMultiPaths()) {
            throw new UnsupportedOperationException(
                    getClass().getName() + " reads one path, not " + filePaths.length + '.');
        }
        this.filePaths = filePaths.clone();
        this.filePath = filePaths.length == 1 ? filePaths[0] : null;
    }

    public long getMinSplitSize() {
        return minSplitSize;
    }

    /** In bytes. */
    public void setMinSplitSize(long minSplitSize) {
        if (minSplitSize < 0) {
            throw new IllegalArgumentException(
                    "The least size of a part can't be negative: " + minSplitSize);
        }
        this.minSplitSize = minSplitSize;
    }

    public int getNumSplits() {
        return numSplits;
    }

    /** How many parts are wanted; -1 for as many as there are tasks. */
    public void setNumSplits(int numSplits) {
        if (numSplits < -1 || numSplits == 0) {
            throw new IllegalArgumentException(
                    "The wanted number of parts must be positive, or -1, but is " + numSplits);
        }
        this.numSplits = numSplits;
    }

    /** Whether to look into directories within directories. */
    public void setNestedFileEnumeration(boolean enable) {
        this.enumerateNestedFiles = enable;
    }

    public boolean getNestedFileEnumeration() {
        return enumerateNestedFiles;
    }

    /** Of the part that is open. */
    public long getSplitStart() {
        return splitStart;
    }

    /** Of the part that is open. */
    public long getSplitLength() {
        return splitLength;
    }

    /** Says which files and directories are passed over. */
    public void setFilesFilter(FilePathFilter filesFilter) {
        this.filesFilter = Objects.requireNonNull(filesFilter, "filesFilter");
    }

    @Override
    public void configure(Configuration parameters) {
        if (!enumerateNestedFiles) {
            enumerateNestedFiles =
                    parameters.get(
                            ConfigOptions.key(ENUMERATE_NESTED_FILES_FLAG)
                                    .booleanType()
                                    .defaultValue(false));
        }
    }

    /** The size of all files, and when the youngest of them was changed. */
    @Override
    public FileBaseStatistics getStatistics(BaseStatistics cachedStats) throws IOException {
        long size = 0;
        long changed = 0;
        for (FileStatus file : files()) {
            size += file.getLen();
            changed = Math.max(changed, file.getModificationTime());
        }
        return new FileBaseStatistics(changed, size, BaseStatistics.AVG_RECORD_BYTES_UNKNOWN);
    }

    @Override
    public LocatableInputSplitAssigner getInputSplitAssigner(FileInputSplit[] splits) {
        return new LocatableInputSplitAssigner(splits);
    }

    @Override
    public FileInputSplit[] createInputSplits(int minNumSplits) throws IOException {
        if (minNumSplits < 1) {
            throw new IllegalArgumentException(
                    "An input has at least one part, not " + minNumSplits + '.');
        }
        List<FileStatus> files = files();
        boolean whole = unsplittable;
        long total = 0;
        for (FileStatus file : files) {
            whole |= testForUnsplittable(file);
            total += file.getLen();
        }
        int wanted = Math.max(minNumSplits, numSplits);
        long most = Math.max(1, total / wanted + (total % wanted == 0 ? 0 : 1));
        List<FileInputSplit> splits = new ArrayList<>();
        for (FileStatus file : files) {
            if (whole) {
                splits.add(split(splits.size(), file, 0, READ_WHOLE_SPLIT_FLAG));
            } else {
                cut(file, most, splits);
            }
        }
        return splits.toArray(new FileInputSplit[0]);
    }

    private void cut(FileStatus file, long most, List<FileInputSplit> splits) {
        long block = Math.max(1, file.getBlockSize());
        long size = Math.max(Math.max(1, Math.min(minSplitSize, block)), Math.min(most, block));
        long left = file.getLen();
        long position = 0;
        while (left > size * MAX_SPLIT_SIZE_DISCREPANCY) {
            splits.add(split(splits.size(), file, position, size));
            position += size;
            left -= size;
        }
        splits.add(split(splits.size(), file, position, left));
    }

    private static FileInputSplit split(int number, FileStatus file, long start, long length) {
        return new FileInputSplit(number, file.getPath(), start, length, null);
    }

    /** All files that are read, by name. */
    List<FileStatus> files() throws IOException {
        Path[] paths = getFilePaths();
        if (paths.length == 0) {
            throw new IOException(getClass().getName() + " was given no path to read");
        }
        List<FileStatus> files = new ArrayList<>();
        for (Path path : paths) {
            FileSystem fs = path.getFileSystem();
            FileStatus status;
            try {
                status = fs.getFileStatus(path);
            } catch (FileNotFoundException e) {
                throw new FileNotFoundException(
                        "The input " + Addresses.shown(path) + " does not exist");
            }
            if (status.isDir()) {
                collect(fs, path, files);
            } else {
                files.add(status);
            }
        }
        return files;
    }

    private void collect(FileSystem fs, Path directory, List<FileStatus> files) throws IOException {
        FileStatus[] children = fs.listStatus(directory);
        if (children == null) {
            throw new IOException(
                    "The directory " + Addresses.shown(directory) + " can't be listed");
        }
        List<FileStatus> sorted = new ArrayList<>();
        Collections.addAll(sorted, children);
        sorted.sort((a, b) -> a.getPath().compareTo(b.getPath()));
        for (FileStatus child : sorted) {
            if (!acceptFile(child)) {
                continue;
            }
            if (!child.isDir()) {
                files.add(child);
            } else if (enumerateNestedFiles) {
                collect(fs, child.getPath(), files);
            }
        }
    }

    /** Whether this file must be read whole, and all others with it: compressed ones must. */
    protected boolean testForUnsplittable(FileStatus pathFile) {
        if (FileInflaters.of(extractFileExtension(pathFile.getPath().getName())) != null) {
            unsplittable = true;
            return true;
        }
        return false;
    }

    /** Whether a file or directory is not passed over. */
    public boolean acceptFile(FileStatus fileStatus) {
        String name = fileStatus.getPath().getName();
        return !name.startsWith("_")
                && !name.startsWith(".")
                && !filesFilter.filterPath(fileStatus.getPath());
    }

    /** Opens the file at the beginning of the part. */
    @Override
    public void open(FileInputSplit fileSplit) throws IOException {
        currentSplit = fileSplit;
        splitStart = fileSplit.getStart();
        splitLength =
                fileSplit.getLength() == READ_WHOLE_SPLIT_FLAG
                        ? Long.MAX_VALUE
                        : fileSplit.getLength();
        FSDataInputStream opened = null;
        try {
            opened = fileSplit.getPath().getFileSystem().open(fileSplit.getPath());
            stream = decorateInputStream(opened, fileSplit);
            if (splitStart != 0) {
                stream.seek(splitStart);
            }
        } catch (Throwable t) {
            if (opened != null) {
                try {
                    opened.close();
                } catch (IOException e) {
                    t.addSuppressed(e);
                }
            }
            throw new IOException("The input " + fileSplit + " can't be opened", t);
        }
    }

    /** A stream of what is in the file: of a compressed one, what was compressed. */
    protected FSDataInputStream decorateInputStream(
            FSDataInputStream inputStream, FileInputSplit fileSplit) throws Throwable {
        InflaterInputStreamFactory<?> inflater =
                FileInflaters.of(extractFileExtension(fileSplit.getPath().getName()));
        return inflater == null
                ? inputStream
                : new InputStreamFSInputWrapper(inflater.create(inputStream));
    }

    @Override
    public void close() throws IOException {
        if (stream != null) {
            FSDataInputStream closing = stream;
            stream = null;
            closing.close();
        }
    }

    /** Whether the format reads several paths. */
    @Deprecated
    public boolean supportsMultiPaths() {
        return false;
    }

    @Override
    public String toString() {
        Path[] paths = getFilePaths();
        return paths.length == 0
                ? "File Input (unknown file)"
                : "File Input ("
                        + List.of(paths).stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(", "))
                        + ')';
    }

    /** What is known of the size of files. */
    public static class FileBaseStatistics implements BaseStatistics {

        protected final long fileModTime;
        protected final long fileSize;
        protected final float avgBytesPerRecord;

        /** Of files of so many bytes in all, changed last at that time. */
        public FileBaseStatistics(long fileModTime, long fileSize, float avgBytesPerRecord) {
            this.fileModTime = fileModTime;
            this.fileSize = fileSize;
            this.avgBytesPerRecord = avgBytesPerRecord;
        }

        public long getLastModificationTime() {
            return fileModTime;
        }

        @Override
        public long getTotalInputSize() {
            return fileSize;
        }

        @Override
        @PublicEvolving
        public long getNumberOfRecords() {
            return fileSize == SIZE_UNKNOWN || avgBytesPerRecord == AVG_RECORD_BYTES_UNKNOWN
                    ? NUM_RECORDS_UNKNOWN
                    : (long) Math.ceil(fileSize / avgBytesPerRecord);
        }

        @Override
        public float getAverageRecordWidth() {
            return avgBytesPerRecord;
        }

        @Override
        public String toString() {
            return "size="
                    + fileSize
                    + ", recWidth="
                    + avgBytesPerRecord
                    + ", modAt="
                    + fileModTime;
        }
    }
}
