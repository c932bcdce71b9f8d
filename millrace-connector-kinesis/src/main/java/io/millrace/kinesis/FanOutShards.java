// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.kinesis.model.ConsumerStatus;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;
import software.amazon.awssdk.services.kinesis.model.SubscribeToShardEvent;

/**
 * Enhanced fan-out: subscribes to each shard, and again when the subscription ends, which it does
 * every five minutes. One event of a shard is asked for at a time, so that no more than that waits
 * here. A subscription that says nothing for long is given up: Kinesis sends an event every few
 * seconds, though there be no record.
 */
final class FanOutShards extends ShardSplitReader {

    private static final Logger LOG = LoggerFactory.getLogger(FanOutShards.class);

    private final Backoff lookups;
    private String consumerArn;
    private boolean lookingUp;
    private long lookupDueNanos = System.nanoTime();

    FanOutShards(StreamCalls calls, ReaderSettings settings, ReleasedShards released) {
        super(calls, settings, released, System::nanoTime);
        this.lookups = new Backoff(settings.describeRetries());
    }

    @Override
    long advance(Collection<ShardCursor> shards, long now) throws IOException {
        long wait = Long.MAX_VALUE;
        for (ShardCursor cursor : shards) {
            if (!cursor.rests()) {
                wait = Math.min(wait, advance(cursor, now));
            }
        }
        return wait;
    }

    private long advance(ShardCursor cursor, long now) throws IOException {
        if (consumerArn == null) {
            return lookUp(now);
        }
        if (cursor.subscription != null) {
            if (!cursor.asked) {
                cursor.asked = true; // it was paused
                cursor.heardNanos = now;
                cursor.subscription.next();
            }
            long left = cursor.heardNanos + settings.subscriptionTimeout().toNanos() - now;
            if (left > 0) {
                return left;
            }
            LOG.info(
                    "The subscription of shard {} of {} has been silent for {} ms and is made anew",
                    cursor.shardId(),
                    settings.streamArn(),
                    settings.subscriptionTimeout().toMillis());
            giveUp(cursor);
        }
        if (cursor.dueNanos - now > 0) {
            return cursor.dueNanos - now;
        }
        subscribe(cursor, now);
        return settings.subscriptionTimeout().toNanos();
    }

    private void subscribe(ShardCursor cursor, long now) throws IOException {
        checkRetention(cursor);
        int generation = ++cursor.generation;
        long asked = System.currentTimeMillis();
        cursor.asked = true;
        cursor.heardNanos = now;
        cursor.subscription =
                calls.subscribe(
                        consumerArn,
                        cursor.shardId(),
                        cursor.position,
                        cursor.expected != null,
                        new StreamCalls.Listener() {
                            @Override
                            public void event(SubscribeToShardEvent event) {
                                long heard = System.currentTimeMillis();
                                answer(batch -> heard(cursor, generation, heard, event, batch));
                            }

                            @Override
                            public void completed() {
                                answer(batch -> over(cursor, generation));
                            }

                            @Override
                            public void failed(Throwable failure) {
                                answer(batch -> broken(cursor, generation, failure));
                            }
                        });
        LOG.debug("Subscribed to {} at {}", cursor.shardId(), asked);
    }

    private static boolean isOld(ShardCursor cursor, int generation) {
        return cursor.removed || cursor.ended || cursor.generation != generation;
    }

    private void heard(
            ShardCursor cursor, int generation, long at, SubscribeToShardEvent event, Batch batch)
            throws IOException {
        if (isOld(cursor, generation)) {
            return;
        }
        List<Record> records = event.records();
        emit(cursor, records, batch);
        progress(cursor, at, event.millisBehindLatest(), batch);
        if (event.continuationSequenceNumber() == null) {
            end(cursor, batch);
            giveUp(cursor);
            return;
        }
        if (cursor.expected == null) {
            cursor.position =
                    StartingPosition.continueFromSequenceNumber(event.continuationSequenceNumber());
        }
        cursor.heardNanos = System.nanoTime();
        cursor.asked = !cursor.paused;
        if (cursor.asked) {
            cursor.subscription.next();
        }
    }

    private void over(ShardCursor cursor, int generation) {
        if (!isOld(cursor, generation)) {
            cursor.subscription = null;
            cursor.dueNanos = System.nanoTime();
        }
    }

    private void broken(ShardCursor cursor, int generation, Throwable failure) throws IOException {
        if (!isOld(cursor, generation)) {
            giveUp(cursor);
            failed(cursor, failure, "Subscribing to");
        }
    }

    private static void giveUp(ShardCursor cursor) {
        cursor.generation++;
        if (cursor.subscription != null) {
            cursor.subscription.cancel();
            cursor.subscription = null;
        }
    }

    @Override
    void changed(ShardCursor cursor) {
        if (cursor.removed) {
            giveUp(cursor);
        }
        // A subscription of a paused shard stays as it is; nothing is asked of it.
    }

    // ------------------------------------------------------------------ the consumer

    private long lookUp(long now) {
        if (lookingUp) {
            return Long.MAX_VALUE;
        }
        if (lookupDueNanos - now > 0) {
            return lookupDueNanos - now;
        }
        lookingUp = true;
        calls.describe(settings.consumerName())
                .whenComplete((consumer, failure) -> answer(batch -> lookedUp(consumer, failure)));
        return Long.MAX_VALUE;
    }

    private void lookedUp(StreamCalls.Consumer consumer, Throwable failure) throws IOException {
        lookingUp = false;
        if (failure == null && consumer.status() == ConsumerStatus.ACTIVE) {
            consumerArn = consumer.arn();
            return;
        }
        if (failure != null
                && !Failures.isPassing(failure)
                && !Failures.is(failure, ResourceNotFoundException.class)) {
            throw new IOException(
                    what() + " can't be looked up: " + Failures.say(failure), failure);
        }
        String last = failure == null ? "it is " + consumer.status() : Failures.say(failure);
        long pause = lookups.failedNanos();
        if (pause < 0) {
            throw new IOException(
                    what()
                            + " is not active after "
                            + lookups.failures()
                            + " looks; at last: "
                            + last,
                    failure);
        }
        LOG.info("{} is not active yet: {}", what(), last);
        lookupDueNanos = System.nanoTime() + TimeUnit.NANOSECONDS.toNanos(pause);
    }

    private String what() {
        return "Consumer '" + settings.consumerName() + "' of " + settings.streamArn();
    }
}
