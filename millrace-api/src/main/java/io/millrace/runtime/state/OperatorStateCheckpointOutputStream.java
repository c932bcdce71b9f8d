// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;
import io.millrace.spi.RawStateParts;
import java.io.IOException;

/**
 * Takes raw operator state in partitions, which are what is dealt out when the job is restored with
 * another parallelism. Bytes before the first {@link #startNewPartition} are a partition as well.
 */
@PublicEvolving
public final class OperatorStateCheckpointOutputStream extends RawStateStream {

    private int partitions;

    public OperatorStateCheckpointOutputStream(CheckpointStateOutputStream delegate)
            throws IOException {
        super(delegate);
    }

    /** What is written from now on is of another partition. */
    public void startNewPartition() throws IOException {
        ensureOpen();
        partitions++;
        if (delegate instanceof RawStateParts parts) {
            parts.beginPartition();
        }
    }

    /** How many have been begun. */
    public int getNumberOfPartitions() {
        return partitions;
    }

    @Override
    void beforeWrite() throws IOException {
        if (partitions == 0) {
            startNewPartition();
        }
    }
}
