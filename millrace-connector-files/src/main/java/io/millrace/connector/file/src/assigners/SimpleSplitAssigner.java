// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.connector.file.src.FileSourceSplit;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Gives out splits in the order in which they were found. So one reader sees a file that was cut
 * into splits from its beginning to its end, and of several readers each sees later parts after
 * earlier ones. What is added comes last, so no split waits for ever where files keep coming.
 */
@PublicEvolving
public class SimpleSplitAssigner implements FileSplitAssigner {

    private final Deque<FileSourceSplit> splits;

    public SimpleSplitAssigner(Collection<FileSourceSplit> splits) {
        this.splits = new ArrayDeque<>(splits);
    }

    @Override
    public Optional<FileSourceSplit> getNext(String hostname) {
        return Optional.ofNullable(splits.pollFirst());
    }

    @Override
    public void addSplits(Collection<FileSourceSplit> newSplits) {
        splits.addAll(newSplits);
    }

    @Override
    public Collection<FileSourceSplit> remainingSplits() {
        return List.copyOf(splits);
    }

    @Override
    public String toString() {
        return "splits to give out: " + splits;
    }
}
