// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import java.util.OptionalLong;

/**
 * What travels between a sink's writers and its committers.
 *
 * @param <CommT> the committables
 */
@Experimental
public interface CommittableMessage<CommT> {

    /** Stands for the id of a checkpoint in what is sent at the end of the input. */
    long EOI = Long.MAX_VALUE;

    /** Who has sent it. */
    int getSubtaskId();

    /** The checkpoint it is part of; empty at the end of the input. */
    @Deprecated
    default OptionalLong getCheckpointId() {
        long checkpointId = getCheckpointIdOrEOI();
        return checkpointId == EOI ? OptionalLong.empty() : OptionalLong.of(checkpointId);
    }

    /** The checkpoint it is part of, or {@link #EOI}. */
    long getCheckpointIdOrEOI();
}
