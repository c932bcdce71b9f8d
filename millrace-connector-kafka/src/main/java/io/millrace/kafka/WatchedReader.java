// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.connector.kafka.source.split.KafkaPartitionSplit;
import io.millrace.core.io.InputStatus;
import io.millrace.util.ExceptionUtils;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** The connector's reader, which says what was lost when an offset is not there any more. */
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
final class WatchedReader<T> implements SourceReader<T, KafkaPartitionSplit> {

    /** What the connector says when it is its own thread that has failed. */
    private static final String FETCHERS_FAILED = "One or more fetchers have encountered exception";

    private final SourceReader<T, KafkaPartitionSplit> reader;
    private final SourceSettings settings;

    WatchedReader(SourceReader<T, KafkaPartitionSplit> reader, SourceSettings settings) {
        this.reader = reader;
        this.settings = settings;
    }

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
        try {
            return reader.pollNext(output);
        } catch (Exception e) {
            // What operators behind the source throw comes this way, too, and passes.
            Optional<OffsetOutOfRangeException> gone =
                    ExceptionUtils.findThrowable(e, OffsetOutOfRangeException.class);
            if (gone.isPresent()) {
                throw new IOException(message(gone.get()), gone.get());
            }
            TimeoutException noAnswer = ExplainedFailure.noAnswerIn(e);
            if (noAnswer != null && FETCHERS_FAILED.equals(e.getMessage())) {
                throw new ExplainedFailure(
                        NoAnswer.toSource(
                                settings.consumer(),
                                "records, or the offsets to start and to stop at",
                                noAnswer),
                        e);
            }
            throw e;
        }
    }

    private String message(OffsetOutOfRangeException gone) {
        StringBuilder text = new StringBuilder("Records of Kafka were lost before they were read.");
        for (Map.Entry<TopicPartition, Long> one : gone.offsetOutOfRangePartitions().entrySet()) {
            text.append(" The source was to go on with offset ")
                    .append(one.getValue())
                    .append(" of partition ")
                    .append(one.getKey().partition())
                    .append(" of the topic '")
                    .append(one.getKey().topic())
                    .append("', ")
                    .append(
                            AskedBrokers.range(settings.consumer(), one.getKey())
                                    .map(range -> left(range, one.getValue()))
                                    .orElse("which is not there any more."));
        }
        return text.append(" To go on with the oldest record that is left, set ")
                .append(SourceSettings.WHEN_LOST)
                .append(" = skip at the source (KafkaSourceBuilder.setProperty).")
                .toString();
    }

    private static String left(AskedBrokers.OffsetRange range, long offset) {
        return offset < range.oldest()
                ? "but the oldest that is left is "
                        + range.oldest()
                        + ": the topic's retention (retention.ms, retention.bytes) has removed those"
                        + " before it. Let the topic keep records longer than the job may be down."
                : "but the partition ends at offset "
                        + range.end()
                        + ", and the oldest that is left is "
                        + range.oldest()
                        + ": the topic was deleted and made anew, or its brokers have lost records.";
    }

    @Override
    public void start() {
        reader.start();
    }

    @Override
    public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
        return reader.snapshotState(checkpointId);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return reader.isAvailable();
    }

    @Override
    public void addSplits(List<KafkaPartitionSplit> splits) {
        reader.addSplits(splits);
    }

    @Override
    public void notifyNoMoreSplits() {
        reader.notifyNoMoreSplits();
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        reader.handleSourceEvents(event);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        reader.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        reader.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public void pauseOrResumeSplits(Collection<String> pause, Collection<String> resume) {
        reader.pauseOrResumeSplits(pause, resume);
    }

    @Override
    public void close() throws Exception {
        reader.close();
    }
}
