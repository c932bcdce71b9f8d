// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.connector.file.src.util.CheckpointedPosition;
import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import java.io.Serializable;
import java.util.Objects;
import java.util.Optional;

/** A part of a file, or the whole of it, and how far it has been read. Immutable. */
@PublicEvolving
public class FileSourceSplit implements SourceSplit, Serializable {

    private static final long serialVersionUID = 1L;

    private static final String[] NO_HOSTS = new String[0];

    private final String id;
    private final Path filePath;
    private final long offset;
    private final long length;
    private final long fileModificationTime;
    private final long fileSize;
    private final String[] hostnames;
    private final CheckpointedPosition readerPosition;

    /**
     * @param id unique among the splits of the source
     * @param offset the first byte
     * @param length number of bytes
     * @param fileModificationTime milliseconds since the epoch, when the file was listed
     * @param fileSize bytes of the whole file, when it was listed
     */
    public FileSourceSplit(
            String id,
            Path filePath,
            long offset,
            long length,
            long fileModificationTime,
            long fileSize) {
        this(id, filePath, offset, length, fileModificationTime, fileSize, NO_HOSTS);
    }

    /** With the hosts on which these bytes lie. */
    public FileSourceSplit(
            String id,
            Path filePath,
            long offset,
            long length,
            long fileModificationTime,
            long fileSize,
            String... hostnames) {
        this(id, filePath, offset, length, fileModificationTime, fileSize, hostnames, null);
    }

    /** With the position reading goes on at; null for the beginning. */
    public FileSourceSplit(
            String id,
            Path filePath,
            long offset,
            long length,
            long fileModificationTime,
            long fileSize,
            String[] hostnames,
            CheckpointedPosition readerPosition) {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException(
                    "The split '"
                            + id
                            + "' of "
                            + Addresses.shown(filePath)
                            + " has the offset "
                            + offset
                            + " and the length "
                            + length
                            + "; neither may be negative.");
        }
        this.id = Objects.requireNonNull(id, "id");
        this.filePath = Objects.requireNonNull(filePath, "filePath");
        this.offset = offset;
        this.length = length;
        this.fileModificationTime = fileModificationTime;
        this.fileSize = fileSize;
        this.hostnames = hostnames.clone();
        for (String host : this.hostnames) {
            Objects.requireNonNull(host, "a host name");
        }
        this.readerPosition = readerPosition;
    }

    /**
     * Without time and size of the file.
     *
     * @deprecated give them, so that a file that changed under a running job is noticed
     */
    @Deprecated
    public FileSourceSplit(String id, Path filePath, long offset, long length) {
        this(id, filePath, offset, length, 0, 0);
    }

    /**
     * Without time and size of the file.
     *
     * @deprecated give them, so that a file that changed under a running job is noticed
     */
    @Deprecated
    public FileSourceSplit(
            String id, Path filePath, long offset, long length, String... hostnames) {
        this(id, filePath, offset, length, 0, 0, hostnames);
    }

    /**
     * Without time and size of the file.
     *
     * @deprecated give them, so that a file that changed under a running job is noticed
     */
    @Deprecated
    public FileSourceSplit(
            String id,
            Path filePath,
            long offset,
            long length,
            String[] hostnames,
            CheckpointedPosition readerPosition) {
        this(id, filePath, offset, length, 0, 0, hostnames, readerPosition);
    }

    @Override
    public String splitId() {
        return id;
    }

    public Path path() {
        return filePath;
    }

    /** The first byte of the file that belongs to this split. */
    public long offset() {
        return offset;
    }

    /** Bytes in this split. */
    public long length() {
        return length;
    }

    /** Milliseconds since the epoch, or 0 where that is not known. */
    public long fileModificationTime() {
        return fileModificationTime;
    }

    /** Bytes of the whole file when it was listed, or 0 where that is not known. */
    public long fileSize() {
        return fileSize;
    }

    /** Hosts on which the bytes lie; may be empty. */
    public String[] hostnames() {
        return hostnames.clone();
    }

    /** Where reading goes on; empty if it has not begun. */
    public Optional<CheckpointedPosition> getReaderPosition() {
        return Optional.ofNullable(readerPosition);
    }

    /** The same split with another position. */
    public FileSourceSplit updateWithCheckpointedPosition(CheckpointedPosition position) {
        return new FileSourceSplit(
                id, filePath, offset, length, fileModificationTime, fileSize, hostnames, position);
    }

    @Override
    public String toString() {
        return "split "
                + id
                + " of "
                + Addresses.shown(filePath)
                + ", bytes "
                + offset
                + " to "
                + (offset + length)
                + (readerPosition == null ? "" : ", read up to " + readerPosition);
    }
}
