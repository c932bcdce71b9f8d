// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source;

import io.millrace.annotation.Experimental;
import io.millrace.annotation.Internal;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.connector.kinesis.source.enumerator.KinesisShardAssigner;
import io.millrace.connector.kinesis.source.enumerator.KinesisStreamsSourceEnumeratorState;
import io.millrace.connector.kinesis.source.serialization.KinesisDeserializationSchema;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.kinesis.ReaderSettings;
import io.millrace.kinesis.ShardBookSerializer;
import io.millrace.kinesis.ShardEnumerator;
import io.millrace.kinesis.ShardReader;
import io.millrace.kinesis.ShardSplitSerializer;

/**
 * Reads a Kinesis stream, shard by shard, without an end. Exactly once with checkpoints; in order
 * within a partition key, across splits and merges of shards too.
 *
 * <p>Values have the time at which their record arrived as their timestamp, and each shard has its
 * own watermark.
 */
@Experimental
public class KinesisStreamsSource<T>
        implements Source<T, KinesisShardSplit, KinesisStreamsSourceEnumeratorState>,
                ResultTypeQueryable<T> {

    private static final long serialVersionUID = 1L;

    private final ReaderSettings settings;
    private final KinesisDeserializationSchema<T> schema;
    private final KinesisShardAssigner assigner;
    private final boolean preserveShardOrder;

    KinesisStreamsSource(
            ReaderSettings settings,
            KinesisDeserializationSchema<T> schema,
            KinesisShardAssigner assigner,
            boolean preserveShardOrder) {
        this.settings = settings;
        this.schema = schema;
        this.assigner = assigner;
        this.preserveShardOrder = preserveShardOrder;
    }

    public static <T> KinesisStreamsSourceBuilder<T> builder() {
        return new KinesisStreamsSourceBuilder<>();
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    /** That of the schema (docs/departures.md: Flink's source does not say). */
    @Override
    public TypeInformation<T> getProducedType() {
        return schema.getProducedType();
    }

    @Internal
    @Override
    public SourceReader<T, KinesisShardSplit> createReader(SourceReaderContext readerContext)
            throws Exception {
        return ShardReader.create(settings, schema, readerContext);
    }

    @Internal
    @Override
    public SplitEnumerator<KinesisShardSplit, KinesisStreamsSourceEnumeratorState> createEnumerator(
            SplitEnumeratorContext<KinesisShardSplit> enumContext) throws Exception {
        return restoreEnumerator(enumContext, null);
    }

    @Internal
    @Override
    public SplitEnumerator<KinesisShardSplit, KinesisStreamsSourceEnumeratorState>
            restoreEnumerator(
                    SplitEnumeratorContext<KinesisShardSplit> enumContext,
                    KinesisStreamsSourceEnumeratorState checkpoint)
                    throws Exception {
        return ShardEnumerator.create(
                enumContext, settings, assigner, preserveShardOrder, checkpoint);
    }

    @Internal
    @Override
    public SimpleVersionedSerializer<KinesisShardSplit> getSplitSerializer() {
        return new ShardSplitSerializer();
    }

    @Internal
    @Override
    public SimpleVersionedSerializer<KinesisStreamsSourceEnumeratorState>
            getEnumeratorCheckpointSerializer() {
        return new ShardBookSerializer();
    }
}
