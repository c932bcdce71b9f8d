// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.compactor;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/** When the files of a bucket are made into one. */
@PublicEvolving
public class FileCompactStrategy implements Serializable {

    private static final long serialVersionUID = 1L;

    private final long sizeThreshold;
    private final int numCheckpointsBeforeCompaction;
    private final int numCompactThreads;

    private FileCompactStrategy(
            long sizeThreshold, int numCheckpointsBeforeCompaction, int numCompactThreads) {
        this.sizeThreshold = sizeThreshold;
        this.numCheckpointsBeforeCompaction = numCheckpointsBeforeCompaction;
        this.numCompactThreads = numCompactThreads;
    }

    /** How many bytes must lie in a bucket; -1 where size does not matter. */
    public long getSizeThreshold() {
        return sizeThreshold;
    }

    /** After how many checkpoints all files are taken; -1 where that does not matter. */
    public int getNumCheckpointsBeforeCompaction() {
        return numCheckpointsBeforeCompaction;
    }

    /** How many files one task makes at a time. */
    public int getNumCompactThreads() {
        return numCompactThreads;
    }

    /** Builds a strategy; one of the two conditions must be set. */
    public static class Builder {

        private long sizeThreshold = -1;
        private int numCheckpointsBeforeCompaction = -1;
        private int numCompactThreads = 1;

        public Builder() {}

        public static Builder newBuilder() {
            return new Builder();
        }

        /** After so many checkpoints all files there are. */
        public Builder enableCompactionOnCheckpoint(int numCheckpointsBeforeCompaction) {
            if (numCheckpointsBeforeCompaction < 1) {
                throw new IllegalArgumentException(
                        "Files can be compacted after 1 checkpoint or more, not after "
                                + numCheckpointsBeforeCompaction);
            }
            this.numCheckpointsBeforeCompaction = numCheckpointsBeforeCompaction;
            return this;
        }

        /** Once the files of a bucket have so many bytes in all. */
        public Builder setSizeThreshold(long sizeThreshold) {
            this.sizeThreshold = sizeThreshold;
            return this;
        }

        /** How many files one task makes at a time; 1 unless set. */
        public Builder setNumCompactThreads(int numCompactThreads) {
            if (numCompactThreads < 1) {
                throw new IllegalArgumentException(
                        "At least one thread must compact files, not " + numCompactThreads);
            }
            this.numCompactThreads = numCompactThreads;
            return this;
        }

        /**
         * The strategy.
         *
         * @throws IllegalArgumentException when no condition was set
         */
        public FileCompactStrategy build() {
            if (sizeThreshold < 0 && numCheckpointsBeforeCompaction < 0) {
                throw new IllegalArgumentException(
                        "Say when files are to be compacted: setSizeThreshold, or"
                                + " enableCompactionOnCheckpoint, or both");
            }
            return new FileCompactStrategy(
                    sizeThreshold, numCheckpointsBeforeCompaction, numCompactThreads);
        }
    }
}
