// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.datastream.DataStream;

/**
 * A sink that does something with what its writers give before it is committed.
 *
 * <p>For each checkpoint each subtask of the writer sends a {@link CommittableSummary}, and behind
 * it as many {@link CommittableWithLineage} as the summary says. So must the stream that is
 * returned.
 *
 * @param <WriterResultT> what the writers give
 * @param <CommittableT> what is committed
 */
@Experimental
public interface SupportsPreCommitTopology<WriterResultT, CommittableT> {

    /** The stream that the committer is to get. Called once when the job is put together. */
    DataStream<CommittableMessage<CommittableT>> addPreCommitTopology(
            DataStream<CommittableMessage<WriterResultT>> committables);

    /** For what the writers give, on its way to another task. */
    SimpleVersionedSerializer<WriterResultT> getWriteResultSerializer();
}
