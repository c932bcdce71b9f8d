// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import io.millrace.streaming.api.datastream.DataStream;

/**
 * A sink that wants its records rearranged before they are written, for example by key.
 *
 * @param <InputT> the records
 */
@Experimental
public interface SupportsPreWriteTopology<InputT> {

    /** The stream that the writer is to get. Called once when the job is put together. */
    DataStream<InputT> addPreWriteTopology(DataStream<InputT> inputDataStream);
}
