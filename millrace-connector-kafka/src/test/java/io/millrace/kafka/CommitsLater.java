// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.api.connector.sink2.StatefulSinkWriter;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.SupportsWriterState;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.connector.kafka.sink.KafkaSink;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Kafka sink whose process is gone just before or just after it has committed a transaction; or,
 * without that, the sink itself, whose counter can be read.
 */
final class CommitsLater
        implements Sink<String>, SupportsCommitter<Object>, SupportsWriterState<String, Object> {

    private static final long serialVersionUID = 1L;

    /** When the process is gone. */
    enum Gone {
        BEFORE,
        AFTER,
        NEVER
    }

    static final String GONE = "the process is gone here";

    /** What the engine counted when the committer was closed. */
    static final AtomicLong failedCommittables = new AtomicLong(-1);

    private final KafkaSink<String> sink;
    private final Gone gone;

    CommitsLater(KafkaSink<String> sink, Gone gone) {
        this.sink = sink;
        this.gone = gone;
    }

    @Override
    @Deprecated
    public SinkWriter<String> createWriter(InitContext context) throws IOException {
        throw new UnsupportedOperationException("the older form");
    }

    @Override
    public SinkWriter<String> createWriter(WriterInitContext context) throws IOException {
        return sink.createWriter(context);
    }

    @Override
    @SuppressWarnings("unchecked") // the sink's own states
    public StatefulSinkWriter<String, Object> restoreWriter(
            WriterInitContext context, Collection<Object> states) throws IOException {
        return ((SupportsWriterState<String, Object>) (Object) sink).restoreWriter(context, states);
    }

    @Override
    @SuppressWarnings("unchecked") // the sink's own states
    public SimpleVersionedSerializer<Object> getWriterStateSerializer() {
        return ((SupportsWriterState<String, Object>) (Object) sink).getWriterStateSerializer();
    }

    @Override
    @SuppressWarnings("unchecked") // the sink's own committables
    public SimpleVersionedSerializer<Object> getCommittableSerializer() {
        return ((SupportsCommitter<Object>) (Object) sink).getCommittableSerializer();
    }

    @Override
    @SuppressWarnings("unchecked") // the sink's own committables
    public Committer<Object> createCommitter(CommitterInitContext context) throws IOException {
        Committer<Object> committer =
                ((SupportsCommitter<Object>) (Object) sink).createCommitter(context);
        return new Committer<>() {
            @Override
            public void commit(Collection<CommitRequest<Object>> requests)
                    throws IOException, InterruptedException {
                if (gone == Gone.BEFORE) {
                    throw new IOException(GONE);
                }
                committer.commit(requests);
                if (gone == Gone.AFTER) {
                    throw new IOException(GONE);
                }
            }

            @Override
            public void close() throws Exception {
                if (gone == Gone.NEVER) {
                    failedCommittables.set(
                            context.metricGroup().getNumCommittablesFailureCounter().getCount());
                }
                committer.close();
            }
        };
    }
}
