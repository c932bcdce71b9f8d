// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Public;
import java.io.IOException;
import java.util.List;

/** A writer with state. */
@Public
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public interface StatefulSinkWriter<InputT, WriterStateT> extends SinkWriter<InputT> {

    /** What the writer must know to go on from this checkpoint. */
    List<WriterStateT> snapshotState(long checkpointId) throws IOException;
}
