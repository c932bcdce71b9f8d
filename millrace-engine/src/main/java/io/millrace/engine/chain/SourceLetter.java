// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.api.connector.source.SourceEvent;
import java.util.List;
import java.util.Objects;

/**
 * What a source's coordinator and its readers write to each other: a closed family. Letters are
 * immutable and are delivered in the order they were sent, between one coordinator and one subtask.
 */
public sealed interface SourceLetter {

    /** From a reader to the coordinator of its source. */
    sealed interface ToCoordinator extends SourceLetter {
        /** Which subtask writes. */
        int subtask();
    }

    /** From the coordinator to one reader. */
    sealed interface ToReader extends SourceLetter {}

    /**
     * A reader is there: restored splits have been given to it, and it may now be assigned more.
     * The first letter of every reader.
     *
     * @param host where it runs, for enumerators that care about locality
     */
    record RegisterReader(int subtask, String host) implements ToCoordinator {}

    /** A reader asks for a split. */
    record RequestSplit(int subtask, String host) implements ToCoordinator {}

    /** An event of the source's own kind. */
    record SourceEventToCoordinator(int subtask, SourceEvent event) implements ToCoordinator {
        public SourceEventToCoordinator {
            Objects.requireNonNull(event, "event");
        }
    }

    /**
     * Splits for a reader, serialized, so that reader and enumerator never share an object that one
     * of them may change.
     */
    record AddSplits(List<VersionedBytes> splits) implements ToReader {
        public AddSplits {
            splits = List.copyOf(splits);
        }
    }

    /** No split will follow. */
    record NoMoreSplits() implements ToReader {}

    /** An event of the source's own kind. */
    record SourceEventToReader(SourceEvent event) implements ToReader {
        public SourceEventToReader {
            Objects.requireNonNull(event, "event");
        }
    }
}
