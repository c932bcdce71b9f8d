// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.annotation.Internal;
import io.millrace.connector.file.src.util.CheckpointedPosition;

/**
 * A split that is being read.
 *
 * @param <SplitT> the split
 */
@Internal
public final class FileSourceSplitState<SplitT extends FileSourceSplit> {

    private final SplitT split;
    private long offset;
    private long recordsToSkipAfterOffset;

    public FileSourceSplitState(SplitT split) {
        this.split = split;
        CheckpointedPosition position = split.getReaderPosition().orElse(null);
        this.offset = position == null ? CheckpointedPosition.NO_OFFSET : position.getOffset();
        this.recordsToSkipAfterOffset = position == null ? 0 : position.getRecordsAfterOffset();
    }

    public long getOffset() {
        return offset;
    }

    public long getRecordsToSkipAfterOffset() {
        return recordsToSkipAfterOffset;
    }

    public void setOffset(long offset) {
        this.offset = offset;
    }

    public void setRecordsToSkipAfterOffset(long recordsToSkipAfterOffset) {
        this.recordsToSkipAfterOffset = recordsToSkipAfterOffset;
    }

    public void setPosition(long offset, long recordsToSkipAfterOffset) {
        this.offset = offset;
        this.recordsToSkipAfterOffset = recordsToSkipAfterOffset;
    }

    public void setPosition(CheckpointedPosition position) {
        setPosition(position.getOffset(), position.getRecordsAfterOffset());
    }

    /** The split with this position; its class stays, if it overrides the method that sets one. */
    @SuppressWarnings("unchecked")
    public SplitT toFileSourceSplit() {
        CheckpointedPosition position =
                offset == CheckpointedPosition.NO_OFFSET && recordsToSkipAfterOffset == 0
                        ? null
                        : new CheckpointedPosition(offset, recordsToSkipAfterOffset);
        FileSourceSplit updated = split.updateWithCheckpointedPosition(position);
        if (updated.getClass() != split.getClass()) {
            throw new IllegalStateException(
                    "The split class "
                            + split.getClass().getName()
                            + " must override updateWithCheckpointedPosition to return an object of its own class.");
        }
        // Checked above.
        return (SplitT) updated;
    }
}
