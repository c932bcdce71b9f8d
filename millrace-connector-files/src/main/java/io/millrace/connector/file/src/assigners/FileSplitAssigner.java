// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.connector.file.src.FileSourceSplit;
import java.io.Serializable;
import java.util.Collection;
import java.util.Optional;

/** Decides which split a reader that asks gets next. Used by the source's coordinator only. */
@PublicEvolving
public interface FileSplitAssigner {

    /**
     * The next split, or empty when there is none left.
     *
     * @param hostname of the reader; may be null
     */
    Optional<FileSourceSplit> getNext(String hostname);

    /** More splits, or splits given back. */
    void addSplits(Collection<FileSourceSplit> splits);

    /** What has not been given out. */
    Collection<FileSourceSplit> remainingSplits();

    /** Makes the assigner where it is used. */
    interface Provider extends Serializable {

        FileSplitAssigner create(Collection<FileSourceSplit> initialSplits);
    }
}
