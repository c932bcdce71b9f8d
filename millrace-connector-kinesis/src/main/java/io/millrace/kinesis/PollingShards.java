// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import software.amazon.awssdk.services.kinesis.model.ExpiredIteratorException;
import software.amazon.awssdk.services.kinesis.model.GetRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.Record;

/**
 * Asks each shard again and again, no more than five times a second, which is what a shard answers;
 * and no more than a few at a time, because an answer may have 10 MiB.
 */
final class PollingShards extends ShardSplitReader {

    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int AT_A_TIME = 4;

    private int busy;

    PollingShards(StreamCalls calls, ReaderSettings settings, ReleasedShards released) {
        this(calls, settings, released, System::nanoTime);
    }

    PollingShards(
            StreamCalls calls,
            ReaderSettings settings,
            ReleasedShards released,
            LongSupplier nanos) {
        super(calls, settings, released, nanos);
    }

    @Override
    long advance(Collection<ShardCursor> shards, long now) throws IOException {
        while (busy < AT_A_TIME) {
            ShardCursor next = next(shards);
            if (next == null) {
                return Long.MAX_VALUE;
            }
            if (next.dueNanos - now > 0) {
                return next.dueNanos - now;
            }
            start(next, now);
        }
        return Long.MAX_VALUE; // an answer wakes the thread
    }

    /**
     * The one that has been due for longest. Where answers are slow, or come faster than they are
     * taken, one that was just answered is due again: it must not come before those that have not
     * had their turn.
     */
    private static ShardCursor next(Collection<ShardCursor> shards) {
        ShardCursor next = null;
        for (ShardCursor cursor : shards) {
            if (!cursor.rests()
                    && !cursor.busy
                    && (next == null || cursor.dueNanos - next.dueNanos < 0)) {
                next = cursor;
            }
        }
        return next;
    }

    private void start(ShardCursor cursor, long now) throws IOException {
        cursor.busy = true;
        busy++;
        cursor.dueNanos = now + INTERVAL_NANOS;
        if (cursor.iterator == null) {
            checkRetention(cursor);
            calls.iterator(cursor.shardId(), cursor.position, cursor.expected != null)
                    .whenComplete(
                            (iterator, failure) ->
                                    answer(batch -> iterator(cursor, iterator, failure)));
        } else {
            ask(cursor);
        }
    }

    private void iterator(ShardCursor cursor, String iterator, Throwable failure)
            throws IOException {
        if (cursor.removed) {
            done(cursor);
        } else if (failure != null) {
            done(cursor);
            failed(cursor, failure, "Finding the position in");
        } else {
            cursor.iterator = iterator;
            ask(cursor);
        }
    }

    private void ask(ShardCursor cursor) {
        long asked = System.currentTimeMillis();
        calls.records(cursor.iterator, settings.atMost())
                .whenComplete(
                        (response, failure) ->
                                answer(batch -> records(cursor, asked, response, failure, batch)));
    }

    private void records(
            ShardCursor cursor,
            long asked,
            GetRecordsResponse response,
            Throwable failure,
            Batch batch)
            throws IOException {
        done(cursor);
        if (cursor.removed) {
            return;
        }
        if (failure != null) {
            if (Failures.is(failure, ExpiredIteratorException.class)) {
                // The next one begins with the last record, to see whether the stream keeps it.
                cursor.iterator = null;
                cursor.expected = Positions.sequenceNumber(cursor.position);
                cursor.dueNanos = nanos.getAsLong();
            } else {
                failed(cursor, failure, "Reading");
            }
            return;
        }
        emit(cursor, response.records(), batch);
        if (!response.records().isEmpty()) {
            Record last = response.records().get(response.records().size() - 1);
            cursor.position = StartingPosition.continueFromSequenceNumber(last.sequenceNumber());
        }
        progress(cursor, asked, response.millisBehindLatest(), batch);
        cursor.iterator = response.nextShardIterator();
        if (cursor.iterator == null) {
            end(cursor, batch);
        }
    }

    private void done(ShardCursor cursor) {
        cursor.busy = false;
        busy--;
    }

    @Override
    void changed(ShardCursor cursor) {
        // What is on its way comes, and is dropped if the shard was taken away.
    }
}
