// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.Public;
import io.millrace.core.io.LocatableInputSplit;
import io.millrace.spi.Addresses;
import java.util.Objects;

/** A part of a file. */
@Public
public class FileInputSplit extends LocatableInputSplit {

    private static final long serialVersionUID = 1L;

    private final Path file;
    private final long start;
    private final long length;

    /**
     * A part of a file.
     *
     * @param start its first byte
     * @param length in bytes; -1 for all from there to the end
     * @param hosts near it; null for none
     */
    public FileInputSplit(int num, Path file, long start, long length, String[] hosts) {
        super(num, hosts);
        this.file = file;
        this.start = start;
        this.length = length;
    }

    public Path getPath() {
        return file;
    }

    public long getStart() {
        return start;
    }

    public long getLength() {
        return length;
    }

    @Override
    public int hashCode() {
        return getSplitNumber() ^ Objects.hashCode(file);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof FileInputSplit other
                && super.equals(obj)
                && start == other.start
                && length == other.length
                && Objects.equals(file, other.file);
    }

    @Override
    public String toString() {
        return "[" + getSplitNumber() + "] " + Addresses.shown(file) + ":" + start + "+" + length;
    }
}
