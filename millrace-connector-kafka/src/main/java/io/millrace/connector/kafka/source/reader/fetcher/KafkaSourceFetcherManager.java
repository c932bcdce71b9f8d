// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kafka.source.reader.fetcher;

import io.millrace.annotation.Internal;
import io.millrace.configuration.Configuration;
import io.millrace.connector.base.source.reader.RecordsWithSplitIds;
import io.millrace.connector.base.source.reader.fetcher.SingleThreadFetcherManager;
import io.millrace.connector.base.source.reader.fetcher.SplitFetcher;
import io.millrace.connector.base.source.reader.fetcher.SplitFetcherTask;
import io.millrace.connector.base.source.reader.splitreader.SplitReader;
import io.millrace.connector.base.source.reader.synchronization.FutureCompletingBlockingQueue;
import io.millrace.connector.kafka.source.reader.KafkaPartitionSplitReader;
import io.millrace.connector.kafka.source.split.KafkaPartitionSplit;
import java.util.Collection;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the one fetcher of a reader commit the offsets of a checkpoint to the group.
 *
 * <p>Written for Millrace in place of the connector's, which gives up at the first answer that says
 * "not now", with a warning: a broker that was just started says so for some seconds, until its
 * first group has a coordinator, and so does one whose coordinator moves. Here such a commit is
 * tried again, until it is made or that of the next checkpoint takes its place; only when none has
 * succeeded for half a minute is that a failure, which the reader logs and counts. Nothing of the
 * job hangs on these offsets.
 */
@Internal
public class KafkaSourceFetcherManager
        extends SingleThreadFetcherManager<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit> {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaSourceFetcherManager.class);

    private static final long PAUSE_MS = 500;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    /** The commit that was asked for last: earlier ones are of no use any more. */
    private volatile Commit newest;

    /** Since when every commit has failed; null while the last one has not. By the fetcher. */
    private volatile Long failingSince;

    private record Commit(
            Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {}

    @SuppressWarnings("deprecation") // the queue is the reader's, which the connector made
    public KafkaSourceFetcherManager(
            FutureCompletingBlockingQueue<RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>>>
                    elementsQueue,
            Supplier<SplitReader<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit>>
                    splitReaderSupplier,
            Consumer<Collection<String>> splitFinishedHook) {
        super(elementsQueue, splitReaderSupplier, new Configuration(), splitFinishedHook);
    }

    public void commitOffsets(
            Map<TopicPartition, OffsetAndMetadata> offsetsToCommit, OffsetCommitCallback callback) {
        if (offsetsToCommit.isEmpty()) {
            return;
        }
        Commit commit = new Commit(offsetsToCommit, callback);
        newest = commit;
        SplitFetcher<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit> running =
                getRunningFetcher();
        if (running != null) {
            enqueue(running, commit);
        } else {
            // All splits are read to their ends, and the fetcher with them.
            SplitFetcher<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit> fetcher =
                    createSplitFetcher();
            enqueue(fetcher, commit);
            startFetcher(fetcher);
        }
    }

    private void enqueue(
            SplitFetcher<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit> fetcher,
            Commit commit) {
        KafkaPartitionSplitReader reader = (KafkaPartitionSplitReader) fetcher.getSplitReader();
        fetcher.enqueueTask(
                new SplitFetcherTask() {
                    @Override
                    public boolean run() {
                        reader.notifyCheckpointComplete(
                                commit.offsets(),
                                (offsets, failure) -> answered(commit, offsets, failure));
                        return true;
                    }

                    @Override
                    public void wakeUp() {
                        // It does not wait.
                    }
                });
    }

    private void answered(
            Commit commit, Map<TopicPartition, OffsetAndMetadata> offsets, Exception failure) {
        if (failure == null) {
            failingSince = null;
            commit.callback().onComplete(offsets, null);
            return;
        }
        long now = System.nanoTime();
        if (failingSince == null) {
            failingSince = now;
        }
        if (!(failure instanceof RetriableException) || now - failingSince >= PATIENCE_NS) {
            commit.callback().onComplete(offsets, failure);
            return;
        }
        LOG.debug("Offsets can't be committed now, and will be later", failure);
        CompletableFuture.delayedExecutor(PAUSE_MS, TimeUnit.MILLISECONDS)
                .execute(() -> again(commit, offsets, failure));
    }

    private void again(
            Commit commit, Map<TopicPartition, OffsetAndMetadata> offsets, Exception failure) {
        if (!commit.equals(newest)) {
            return; // that of a later checkpoint took its place
        }
        SplitFetcher<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit> running = runningNow();
        if (running == null) {
            // The reader is at its end or closed: nobody would try again, so this is the answer.
            commit.callback().onComplete(offsets, failure);
        } else {
            enqueue(running, commit);
        }
    }

    /** Null if there is none; the source's thread may remove it at any time. */
    private SplitFetcher<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit> runningNow() {
        try {
            return getRunningFetcher();
        } catch (NoSuchElementException e) {
            return null;
        }
    }
}
