// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import io.millrace.streaming.api.datastream.DataStream;

/**
 * A sink that does something with what has been committed. After a failure what was committed may
 * come again.
 *
 * @param <CommittableT> what was committed
 */
@Experimental
public interface SupportsPostCommitTopology<CommittableT> {

    /** Adds what is to be done with the stream. Called once when the job is put together. */
    void addPostCommitTopology(DataStream<CommittableMessage<CommittableT>> committables);
}
