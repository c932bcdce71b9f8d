// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.sink;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.connector.base.sink.AsyncSinkBase;
import io.millrace.connector.base.sink.writer.BufferedRequestState;
import io.millrace.connector.base.sink.writer.ElementConverter;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.kinesis.PutsSerializer;
import io.millrace.kinesis.PutsWriter;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;

/**
 * Writes to a Kinesis stream, at least once: a checkpoint completes only when the stream has taken
 * all elements before it, and after a failure some are written again.
 */
@PublicEvolving
public class KinesisStreamsSink<InputT> extends AsyncSinkBase<InputT, PutRecordsRequestEntry> {

    private static final long serialVersionUID = 1L;

    private final boolean failOnError;
    private final String streamName;
    private final String streamArn;
    private final TreeMap<String, String> settings;

    KinesisStreamsSink(
            ElementConverter<InputT, PutRecordsRequestEntry> elementConverter,
            int maxBatchSize,
            int maxInFlightRequests,
            int maxBufferedRequests,
            long maxBatchSizeInBytes,
            long maxTimeInBufferMS,
            long maxRecordSizeInBytes,
            boolean failOnError,
            String streamName,
            String streamArn,
            Map<String, String> settings) {
        super(
                elementConverter,
                maxBatchSize,
                maxInFlightRequests,
                maxBufferedRequests,
                maxBatchSizeInBytes,
                maxTimeInBufferMS,
                maxRecordSizeInBytes);
        this.failOnError = failOnError;
        this.streamName = streamName;
        this.streamArn = streamArn;
        this.settings = new TreeMap<>(settings);
    }

    public static <InputT> KinesisStreamsSinkBuilder<InputT> builder() {
        return new KinesisStreamsSinkBuilder<>();
    }

    @Internal
    @Override
    public StatefulSinkWriter<InputT, BufferedRequestState<PutRecordsRequestEntry>> createWriter(
            InitContext context) throws IOException {
        return restoreWriter(context, List.of());
    }

    @Internal
    @Override
    public StatefulSinkWriter<InputT, BufferedRequestState<PutRecordsRequestEntry>> restoreWriter(
            InitContext context,
            Collection<BufferedRequestState<PutRecordsRequestEntry>> recoveredState)
            throws IOException {
        return PutsWriter.create(
                getElementConverter(),
                context,
                new PutsWriter.Limits(
                        getMaxBatchSize(),
                        getMaxInFlightRequests(),
                        getMaxBufferedRequests(),
                        getMaxBatchSizeInBytes(),
                        getMaxTimeInBufferMS(),
                        getMaxRecordSizeInBytes()),
                failOnError,
                streamName,
                streamArn,
                settings,
                recoveredState);
    }

    @Internal
    @Override
    public SimpleVersionedSerializer<BufferedRequestState<PutRecordsRequestEntry>>
            getWriterStateSerializer() {
        return new PutsSerializer();
    }
}
