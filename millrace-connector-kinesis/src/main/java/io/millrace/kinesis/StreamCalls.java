// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.kinesis.model.ConsumerStatus;
import software.amazon.awssdk.services.kinesis.model.GetRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardFilter;
import software.amazon.awssdk.services.kinesis.model.SubscribeToShardEvent;

/**
 * All that is asked of AWS about one stream. No call blocks, none is repeated by itself: who calls
 * knows how long it may wait. Any thread.
 */
interface StreamCalls extends AutoCloseable {

    /** A consumer of enhanced fan-out. */
    record Consumer(String arn, ConsumerStatus status) {}

    /** Hears what a subscription brings, on a thread of the client, one call at a time. */
    interface Listener {
        void event(SubscribeToShardEvent event);

        /** The subscription is over, after five minutes in good order; nothing comes after it. */
        void completed();

        void failed(Throwable failure);
    }

    /** A subscription that was asked for. */
    interface Subscription {
        /** Asks for one event more; the first one is asked for already. */
        void next();

        /** Ends it; the listener may hear a little more. */
        void cancel();
    }

    /** All pages; all shards for null. */
    CompletableFuture<List<Shard>> shards(ShardFilter filter);

    /**
     * An iterator, which is good for five minutes.
     *
     * @param inclusive with a sequence number: begin with the record of it and not after it
     */
    CompletableFuture<String> iterator(
            String shardId, StartingPosition position, boolean inclusive);

    CompletableFuture<GetRecordsResponse> records(String iterator, int atMost);

    /** How long the stream keeps records. */
    CompletableFuture<Integer> retentionHours();

    Subscription subscribe(
            String consumerArn,
            String shardId,
            StartingPosition position,
            boolean inclusive,
            Listener listener);

    CompletableFuture<Consumer> register(String consumerName);

    CompletableFuture<Consumer> describe(String consumerName);

    CompletableFuture<Void> deregister(String consumerName);

    @Override
    void close();
}
