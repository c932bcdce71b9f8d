// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import io.millrace.connector.kinesis.source.serialization.KinesisDeserializationSchema;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.metrics.Gauge;
import io.millrace.metrics.MetricGroup;
import io.millrace.util.UserCodeClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the shards of a subtask. It tells the enumerator of each shard whose last record it has
 * emitted, and keeps the shard until the enumerator releases it ({@link ShardBook}).
 */
@SuppressWarnings("try") // close() is that of a mirrored class
public final class ShardReader<T>
        extends SingleThreadMultiplexSourceReaderBase<
                ShardRecord, T, KinesisShardSplit, ShardState> {

    private final SourceReaderContext readerContext;
    private final ReleasedShards released;
    private final List<String> endedBefore = new ArrayList<>();
    private boolean started;

    private ShardReader(
            ReaderSettings settings,
            KinesisDeserializationSchema<T> schema,
            SourceReaderContext context,
            ReleasedShards released) {
        super(
                () -> {
                    StreamCalls calls = settings.connect();
                    return settings.isFanOut()
                            ? new FanOutShards(calls, settings, released)
                            : new PollingShards(calls, settings, released);
                },
                new ShardEmitter<>(
                        schema, shard -> tell(context, List.of(shard), /* restored= */ false)),
                context.getConfiguration(),
                context);
        this.readerContext = context;
        this.released = released;
    }

    public static <T> ShardReader<T> create(
            ReaderSettings settings,
            KinesisDeserializationSchema<T> schema,
            SourceReaderContext context)
            throws Exception {
        schema.open(
                new DeserializationSchema.InitializationContext() {
                    @Override
                    public MetricGroup getMetricGroup() {
                        return context.metricGroup().addGroup("deserializer");
                    }

                    @Override
                    public UserCodeClassLoader getUserCodeClassLoader() {
                        return context.getUserCodeClassLoader();
                    }
                });
        return new ShardReader<>(settings, schema, context, new ReleasedShards());
    }

    private static void tell(SourceReaderContext context, List<String> shards, boolean restored) {
        boolean checkpointing =
                context.getConfiguration()
                        .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                        .isPresent();
        context.sendSourceEventToCoordinator(new ShardsEnded(shards, restored, checkpointing));
    }

    @Override
    public void start() {
        super.start();
        started = true;
        tellOfEnded();
    }

    @Override
    public void addSplits(List<KinesisShardSplit> splits) {
        super.addSplits(splits);
        for (KinesisShardSplit split : splits) {
            if (Positions.isEnd(split)) {
                endedBefore.add(split.getShardId());
            }
        }
        if (started) {
            tellOfEnded();
        }
    }

    private void tellOfEnded() {
        if (!endedBefore.isEmpty()) {
            tell(readerContext, List.copyOf(endedBefore), /* restored= */ true);
            endedBefore.clear();
        }
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        if (event instanceof ShardsReleased release) {
            released.add(release.shardIds());
        } else {
            super.handleSourceEvents(event);
        }
    }

    @Override
    protected ShardState initializedState(KinesisShardSplit split) {
        ShardState state = new ShardState(split);
        String[] arn = split.getStreamArn().split(":", 6);
        context.metricGroup()
                .addGroup("KinesisStreamSource")
                .addGroup("accountId", arn[4])
                .addGroup("region", arn[3])
                .addGroup("stream", arn[5].substring("stream/".length()))
                .addGroup("shardId", split.getShardId())
                .gauge("millisBehindLatest", (Gauge<Long>) state::behindMillis);
        return state;
    }

    @Override
    protected KinesisShardSplit toSplitType(String splitId, ShardState state) {
        return state.split();
    }

    @Override
    protected void onSplitFinished(Map<String, ShardState> finished) {
        // The enumerator has known since their last records.
    }
}
