// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.base.source.reader.RecordsBySplits;
import io.millrace.connector.base.source.reader.RecordsWithSplitIds;
import io.millrace.connector.base.source.reader.splitreader.SplitReader;
import io.millrace.connector.base.source.reader.splitreader.SplitsAddition;
import io.millrace.connector.base.source.reader.splitreader.SplitsChange;
import io.millrace.connector.base.source.reader.splitreader.SplitsRemoval;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.kinesis.model.InvalidArgumentException;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;

/**
 * Fetches the shards of a reader, all in one thread that never waits for one of them: answers come
 * into a queue, and what is taken out of it is handed on.
 *
 * <p><b>Where it goes on.</b> After a restart, or after an iterator has expired, a shard is asked
 * for the very record that was emitted last, and that record is dropped. If another one comes
 * instead, the stream does not keep the record any more, and then the time until which the shard
 * has been read tells whether records between may be gone too.
 *
 * <p><b>Failures.</b> What passes is tried again, with pauses that grow, so often in a row as the
 * settings say. What does not pass fails the reader.
 */
abstract class ShardSplitReader implements SplitReader<ShardRecord, KinesisShardSplit> {

    private static final Logger LOG = LoggerFactory.getLogger(ShardSplitReader.class);

    /** What is done with an answer, in the fetching thread. */
    interface Answer {
        void take(Batch batch) throws IOException;
    }

    /** What one call of {@link #fetch()} brings. */
    static final class Batch {
        private final Map<String, Collection<ShardRecord>> records = new LinkedHashMap<>();

        void add(ShardCursor cursor, ShardRecord record) {
            records.computeIfAbsent(cursor.shardId(), key -> new ArrayList<>()).add(record);
        }
    }

    private static final Answer WAKE = batch -> {};

    /** The shortest time that a stream keeps records. */
    private static final long LEAST_RETENTION_HOURS = 24;

    /** Nobody waits longer, though nothing be due. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int RETENTION_SECONDS = 30;

    protected final StreamCalls calls;
    protected final ReaderSettings settings;
    protected final LongSupplier nanos;
    private final ReleasedShards released;
    private final Map<String, ShardCursor> cursors = new LinkedHashMap<>();
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private int retentionHours;

    /**
     * A reader without shards.
     *
     * @param nanos the time, as {@link System#nanoTime()} tells it
     */
    ShardSplitReader(
            StreamCalls calls,
            ReaderSettings settings,
            ReleasedShards released,
            LongSupplier nanos) {
        this.calls = calls;
        this.settings = settings;
        this.released = released;
        this.nanos = nanos;
        released.wakes(this::wakeUp);
    }

    /**
     * Starts what is due for those shards that do not rest; nanoseconds until one of them has to be
     * asked.
     */
    abstract long advance(Collection<ShardCursor> shards, long now) throws IOException;

    /** The shard was taken away, or paused, or goes on. */
    abstract void changed(ShardCursor cursor);

    /** Any thread: this answer is dealt with by the fetching thread. */
    final void answer(Answer answer) {
        answers.add(answer);
    }

    @Override
    public RecordsWithSplitIds<ShardRecord> fetch() throws IOException {
        Set<String> finished = released.take(cursors::containsKey);
        finished.forEach(shard -> cursors.remove(shard).removed = true);
        Batch batch = new Batch();
        long wait = Math.min(LONGEST_WAIT_NANOS, advance(cursors.values(), nanos.getAsLong()));
        try {
            Answer answer =
                    finished.isEmpty()
                            ? answers.poll(Math.max(0, wait), TimeUnit.NANOSECONDS)
                            : answers.poll();
            if (answer != null) {
                answer.take(batch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new RecordsBySplits<>(batch.records, finished);
    }

    @Override
    public void handleSplitsChanges(SplitsChange<KinesisShardSplit> change) {
        if (change instanceof SplitsAddition) {
            for (KinesisShardSplit split : change.splits()) {
                cursors.put(
                        split.splitId(),
                        new ShardCursor(split, settings.retries(), nanos.getAsLong()));
                LOG.info("Reads {}", split);
            }
        } else if (change instanceof SplitsRemoval) {
            for (KinesisShardSplit split : change.splits()) {
                ShardCursor cursor = cursors.remove(split.splitId());
                if (cursor != null) {
                    cursor.removed = true;
                    changed(cursor);
                }
            }
        } else {
            throw new UnsupportedOperationException(
                    "Shards can be added and removed; "
                            + change.getClass().getName()
                            + " is neither");
        }
    }

    @Override
    public void pauseOrResumeSplits(
            Collection<KinesisShardSplit> toPause, Collection<KinesisShardSplit> toResume) {
        pause(toPause, true);
        pause(toResume, false);
    }

    private void pause(Collection<KinesisShardSplit> splits, boolean paused) {
        for (KinesisShardSplit split : splits) {
            ShardCursor cursor = cursors.get(split.splitId());
            if (cursor != null && cursor.paused != paused) {
                cursor.paused = paused;
                changed(cursor);
            }
        }
    }

    @Override
    public void wakeUp() {
        answers.add(WAKE);
    }

    @Override
    public void close() {
        for (ShardCursor cursor : cursors.values()) {
            cursor.removed = true;
            changed(cursor);
        }
        calls.close();
    }

    // ------------------------------------------------------------------ what both kinds share

    /** Hands records on, except the one that was emitted before. */
    final void emit(ShardCursor cursor, List<Record> records, Batch batch) throws IOException {
        int from = 0;
        if (cursor.expected != null && !records.isEmpty()) {
            if (records.get(0).sequenceNumber().equals(cursor.expected)) {
                from = 1;
            } else {
                lastRecordIsGone(cursor);
            }
            cursor.expected = null;
        }
        for (Record record : records.subList(from, records.size())) {
            batch.add(cursor, ShardRecord.of(record));
        }
        cursor.backoff().succeeded();
    }

    final void progress(ShardCursor cursor, long askedMillis, Long behind, Batch batch) {
        // As long as it is not known whether records are lost, nothing counts as read.
        if (behind != null && cursor.expected == null) {
            cursor.readUntil = Math.max(cursor.readUntil, askedMillis - behind);
            batch.add(cursor, ShardRecord.progress(cursor.readUntil, behind));
        }
    }

    final void end(ShardCursor cursor, Batch batch) throws IOException {
        if (cursor.expected != null) {
            lastRecordIsGone(cursor);
            cursor.expected = null;
        }
        cursor.ended = true;
        batch.add(cursor, ShardRecord.end());
        LOG.info("Has read shard {} of {} to its end", cursor.shardId(), settings.streamArn());
    }

    /** Plans another attempt, or throws. */
    final void failed(ShardCursor cursor, Throwable thrown, String doing) throws IOException {
        Throwable failure = Failures.unwrap(thrown);
        if (failure instanceof ResourceNotFoundException) {
            throw new IOException(
                    "Shard "
                            + cursor.shardId()
                            + " of "
                            + settings.streamArn()
                            + " can't be read on from "
                            + cursor.position
                            + readUntil(cursor)
                            + ": Kinesis does not know it any more ("
                            + Failures.say(failure)
                            + "). Either the stream was deleted, or the consumer of enhanced fan-out"
                            + " was, or the shard was closed so long ago that the stream keeps nothing"
                            + " of it, and then the records that had not been read are lost",
                    failure);
        }
        boolean passing =
                Failures.isPassing(failure)
                        || failure instanceof InvalidArgumentException && isAboutNow(cursor);
        if (!passing) {
            throw new IOException(
                    doing
                            + " shard "
                            + cursor.shardId()
                            + " of "
                            + settings.streamArn()
                            + " from "
                            + cursor.position
                            + " has failed: "
                            + Failures.say(failure),
                    failure);
        }
        long pause = cursor.backoff().failedNanos();
        if (pause < 0) {
            throw new IOException(
                    doing
                            + " shard "
                            + cursor.shardId()
                            + " of "
                            + settings.streamArn()
                            + " has failed "
                            + cursor.backoff().failures()
                            + " times in a row, which is as often as retry-strategy.attempts.max"
                            + " allows; at last: "
                            + Failures.say(failure),
                    failure);
        }
        cursor.dueNanos = nanos.getAsLong() + pause;
        if (cursor.backoff().failures() == 1) {
            LOG.info(
                    "{} shard {} of {} has failed and is tried again: {}",
                    doing,
                    cursor.shardId(),
                    settings.streamArn(),
                    Failures.say(failure));
        }
    }

    /** A start at the present time is a start in the future where another clock is slower. */
    private static boolean isAboutNow(ShardCursor cursor) {
        return cursor.position.getStartingMarker() instanceof Instant time
                && time.isAfter(Instant.now().minus(5, ChronoUnit.MINUTES));
    }

    /**
     * A shard at whose position no record tells whether something is gone: only the time can. Asked
     * before the shard is read on.
     */
    final void checkRetention(ShardCursor cursor) throws IOException {
        if (cursor.expected == null
                && cursor.readUntil != KinesisShardSplit.NEVER
                && cursor.readUntil
                        < System.currentTimeMillis()
                                - TimeUnit.HOURS.toMillis(LEAST_RETENTION_HOURS)) {
            lastRecordIsGone(cursor);
        }
    }

    /** The stream does not keep the record any more after which the shard is to be read on. */
    private void lastRecordIsGone(ShardCursor cursor) throws IOException {
        long horizon = System.currentTimeMillis() - TimeUnit.HOURS.toMillis(retentionHours());
        if (cursor.readUntil >= horizon) {
            return; // nothing came in between, or it is kept still
        }
        String lost =
                "Records of shard "
                        + cursor.shardId()
                        + " of "
                        + settings.streamArn()
                        + " may be lost: the job goes on from "
                        + cursor.position
                        + readUntil(cursor)
                        + ", and the stream keeps only what arrived after "
                        + Instant.ofEpochMilli(horizon)
                        + " (its retention is "
                        + retentionHours
                        + " hours)";
        if (settings.lostRecords() == ReaderSettings.LostRecords.FAIL) {
            throw new IOException(
                    lost
                            + ". To go on with the oldest record that is left, set "
                            + ReaderSettings.LOST_RECORDS.key()
                            + " to WARN; to lose none next time, let the stream keep records longer"
                            + " than a job may be down");
        }
        LOG.warn("{}. It goes on with the oldest record that is left", lost);
    }

    private static String readUntil(ShardCursor cursor) {
        return cursor.readUntil == KinesisShardSplit.NEVER
                ? ""
                : " (it was read until " + Instant.ofEpochMilli(cursor.readUntil) + ")";
    }

    private int retentionHours() throws IOException {
        CompletableFuture<Integer> asked = calls.retentionHours();
        try {
            retentionHours = asked.get(RETENTION_SECONDS, TimeUnit.SECONDS);
            return retentionHours;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(
                    "How long "
                            + settings.streamArn()
                            + " keeps records can't be found out, and so not whether some are lost: "
                            + Failures.say(e),
                    e);
        }
    }
}
