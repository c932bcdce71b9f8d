// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import io.millrace.api.connector.sink2.TwoPhaseCommittingSink;
import io.millrace.core.io.SimpleVersionedSerializer;

/** Older form of {@link SupportsPreCommitTopology}. */
@Experimental
@Deprecated
public interface WithPreCommitTopology<InputT, CommT>
        extends TwoPhaseCommittingSink<InputT, CommT>, SupportsPreCommitTopology<CommT, CommT> {

    /** What the writers give is what is committed. */
    @Override
    default SimpleVersionedSerializer<CommT> getWriteResultSerializer() {
        return getCommittableSerializer();
    }
}
