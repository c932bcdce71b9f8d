// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;
import java.util.Collection;

/** Older form of a sink with {@link SupportsWriterState}. */
@PublicEvolving
public interface StatefulSink<InputT, WriterStateT>
        extends Sink<InputT>, SupportsWriterState<InputT, WriterStateT> {

    /** Older form of {@link #restoreWriter(WriterInitContext, Collection)}, which calls it. */
    default StatefulSinkWriter<InputT, WriterStateT> restoreWriter(
            Sink.InitContext context, Collection<WriterStateT> recoveredState) throws IOException {
        throw new UnsupportedOperationException(
                getClass().getName() + " must override one of the two restoreWriter methods.");
    }

    @Override
    default StatefulSinkWriter<InputT, WriterStateT> restoreWriter(
            WriterInitContext context, Collection<WriterStateT> recoveredState) throws IOException {
        return restoreWriter(new InitContextWrapper(context), recoveredState);
    }

    /** Older form of {@link SupportsWriterState.WithCompatibleState}. */
    interface WithCompatibleState extends SupportsWriterState.WithCompatibleState {}

    /** Older form of {@link io.millrace.api.connector.sink2.StatefulSinkWriter}. */
    @SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
    interface StatefulSinkWriter<InputT, WriterStateT>
            extends io.millrace.api.connector.sink2.StatefulSinkWriter<InputT, WriterStateT> {}
}
