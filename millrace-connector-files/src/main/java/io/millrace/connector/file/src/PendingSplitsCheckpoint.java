// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * What an enumerator remembers: the splits that no reader has got yet, and, if it watches
 * directories, the path of every file it has ever found.
 *
 * @param <SplitT> the split
 */
@PublicEvolving
public class PendingSplitsCheckpoint<SplitT extends FileSourceSplit> {

    private final Collection<SplitT> splits;
    private final Collection<Path> alreadyProcessedPaths;

    protected PendingSplitsCheckpoint(
            Collection<SplitT> splits, Collection<Path> alreadyProcessedPaths) {
        this.splits = Collections.unmodifiableCollection(splits);
        this.alreadyProcessedPaths = Collections.unmodifiableCollection(alreadyProcessedPaths);
    }

    public Collection<SplitT> getSplits() {
        return splits;
    }

    /** Files that a source that watches its directories has seen; empty for a bounded one. */
    public Collection<Path> getAlreadyProcessedPaths() {
        return alreadyProcessedPaths;
    }

    @Override
    public String toString() {
        return "pending splits: "
                + splits
                + (alreadyProcessedPaths.isEmpty() ? "" : ", seen: " + alreadyProcessedPaths);
    }

    /** The collection is copied. */
    public static <T extends FileSourceSplit> PendingSplitsCheckpoint<T> fromCollectionSnapshot(
            Collection<T> splits) {
        return new PendingSplitsCheckpoint<>(List.copyOf(splits), List.of());
    }

    /** The collections are copied. */
    public static <T extends FileSourceSplit> PendingSplitsCheckpoint<T> fromCollectionSnapshot(
            Collection<T> splits, Collection<Path> alreadyProcessedPaths) {
        return new PendingSplitsCheckpoint<>(
                List.copyOf(splits), List.copyOf(alreadyProcessedPaths));
    }
}
