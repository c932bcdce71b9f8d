// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.api.connector.source.SourceOutput;
import io.millrace.connector.base.source.reader.RecordEmitter;
import io.millrace.connector.kinesis.source.serialization.KinesisDeserializationSchema;
import io.millrace.util.Collector;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Makes values of records and moves the position of their shard. The values have the time at which
 * their record arrived.
 */
final class ShardEmitter<T> implements RecordEmitter<ShardRecord, T, ShardState> {

    private final KinesisDeserializationSchema<T> schema;
    private final Consumer<String> ended;
    private final Out<T> out = new Out<>();

    /**
     * An emitter.
     *
     * @param ended told of each shard whose end was emitted
     */
    ShardEmitter(KinesisDeserializationSchema<T> schema, Consumer<String> ended) {
        this.schema = schema;
        this.ended = ended;
    }

    @Override
    public void emitRecord(ShardRecord next, SourceOutput<T> output, ShardState state)
            throws IOException {
        if (next.isEnd()) {
            state.ended();
            ended.accept(state.shardId());
        } else if (next.record() == null) {
            state.progress(next.readUntil(), next.behindMillis());
        } else {
            Instant arrived = next.record().approximateArrivalTimestamp();
            out.output = output;
            out.timestamp = arrived == null ? 0 : arrived.toEpochMilli();
            out.timed = arrived != null;
            out.emits = false;
            try {
                schema.deserialize(next.record(), state.streamArn(), state.shardId(), out);
            } catch (IOException | RuntimeException e) {
                if (out.emits) {
                    throw e; // of what comes behind the source, which has its own words
                }
                throw new IOException(
                        "The record "
                                + next.record().sequenceNumber()
                                + " of shard "
                                + state.shardId()
                                + " of "
                                + state.streamArn()
                                + " can't be read by "
                                + schema.getClass().getName(),
                        e);
            }
            state.emitted(next.record().sequenceNumber(), out.timestamp);
        }
    }

    private static final class Out<T> implements Collector<T> {
        private SourceOutput<T> output;
        private long timestamp;
        private boolean timed;

        /** A value is being handed on: what is thrown then is not the schema's. */
        private boolean emits;

        @Override
        public void collect(T value) {
            emits = true;
            if (timed) {
                output.collect(value, timestamp);
            } else {
                output.collect(value);
            }
            emits = false;
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
