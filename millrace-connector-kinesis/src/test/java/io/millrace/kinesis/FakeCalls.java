// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kinesis.model.ConsumerStatus;
import software.amazon.awssdk.services.kinesis.model.ExpiredIteratorException;
import software.amazon.awssdk.services.kinesis.model.GetRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardFilter;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;

/** A stream in memory that fails when it is told to. Sequence numbers are "0", "1", ... */
final class FakeCalls implements StreamCalls {

    /** A shard: how many records were written, how many of them are gone, whether it is closed. */
    static final class FakeShard {
        int written;
        int gone;
        boolean closed;
    }

    /** A subscription that was asked for. */
    final class FakeSubscription implements Subscription {
        final String shardId;
        final StartingPosition position;
        final boolean inclusive;
        final Listener listener;
        int asked = 1;
        boolean cancelled;

        private FakeSubscription(
                String shardId, StartingPosition position, boolean inclusive, Listener listener) {
            this.shardId = shardId;
            this.position = position;
            this.inclusive = inclusive;
            this.listener = listener;
        }

        @Override
        public void next() {
            asked++;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    final Map<String, FakeShard> shards = new TreeMap<>();

    /** What the next calls for iterators and for records fail with. */
    final Deque<Throwable> iteratorFailures = new ArrayDeque<>();

    final Deque<Throwable> recordFailures = new ArrayDeque<>();
    final Deque<Throwable> describeFailures = new ArrayDeque<>();
    final List<String> iterators = new ArrayList<>();
    final List<FakeSubscription> subscriptions = new ArrayList<>();
    int retention = 24;
    boolean closed;

    /** Whether answers with records come only when {@link #late} are made to run. */
    boolean slow;

    /** Answers that are on their way, oldest first. */
    final Deque<Runnable> late = new ArrayDeque<>();

    final List<String> deregistered = new ArrayList<>();

    FakeShard shard(String id) {
        return shards.computeIfAbsent(id, key -> new FakeShard());
    }

    static Throwable throttled() {
        return ProvisionedThroughputExceededException.builder()
                .statusCode(400)
                .awsErrorDetails(
                        AwsErrorDetails.builder()
                                .errorCode("ProvisionedThroughputExceededException")
                                .errorMessage("Rate exceeded for shard")
                                .build())
                .build();
    }

    static Throwable missing() {
        return ResourceNotFoundException.builder()
                .statusCode(400)
                .awsErrorDetails(
                        AwsErrorDetails.builder()
                                .errorCode("ResourceNotFoundException")
                                .errorMessage("Stream orders not found")
                                .build())
                .build();
    }

    static Throwable expired() {
        return ExpiredIteratorException.builder().statusCode(400).message("expired").build();
    }

    static Record record(int number) {
        return Record.builder()
                .sequenceNumber(Integer.toString(number))
                .partitionKey("k")
                .data(SdkBytes.fromUtf8String("r" + number))
                .approximateArrivalTimestamp(Instant.ofEpochMilli(1_000_000 + number))
                .build();
    }

    private static <T> CompletableFuture<T> failed(Throwable failure) {
        return CompletableFuture.failedFuture(failure);
    }

    @Override
    public CompletableFuture<List<Shard>> shards(ShardFilter filter) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<String> iterator(
            String shardId, StartingPosition position, boolean inclusive) {
        iterators.add(position + (inclusive ? " inclusive" : ""));
        if (!iteratorFailures.isEmpty()) {
            return failed(iteratorFailures.poll());
        }
        FakeShard shard = shards.get(shardId);
        if (shard == null) {
            return failed(
                    ResourceNotFoundException.builder()
                            .statusCode(400)
                            .message("No shard " + shardId)
                            .build());
        }
        int from = 0;
        if (position.getShardIteratorType() == ShardIteratorType.AFTER_SEQUENCE_NUMBER) {
            from = Integer.parseInt((String) position.getStartingMarker()) + (inclusive ? 0 : 1);
        }
        return CompletableFuture.completedFuture(shardId + ":" + Math.max(from, shard.gone));
    }

    @Override
    public CompletableFuture<GetRecordsResponse> records(String iterator, int atMost) {
        if (!recordFailures.isEmpty()) {
            return failed(recordFailures.poll());
        }
        String[] parts = iterator.split(":", -1);
        FakeShard shard = shards.get(parts[0]);
        int from = Integer.parseInt(parts[1]);
        int to = Math.min(shard.written, from + atMost);
        List<Record> records = new ArrayList<>();
        for (int i = from; i < to; i++) {
            records.add(record(i));
        }
        GetRecordsResponse response =
                GetRecordsResponse.builder()
                        .records(records)
                        .millisBehindLatest(0L)
                        .nextShardIterator(
                                shard.closed && to == shard.written ? null : parts[0] + ":" + to)
                        .build();
        CompletableFuture<GetRecordsResponse> answer = new CompletableFuture<>();
        if (slow) {
            late.add(() -> answer.complete(response));
        } else {
            answer.complete(response);
        }
        return answer;
    }

    @Override
    public CompletableFuture<Integer> retentionHours() {
        return CompletableFuture.completedFuture(retention);
    }

    @Override
    public Subscription subscribe(
            String consumerArn,
            String shardId,
            StartingPosition position,
            boolean inclusive,
            Listener listener) {
        FakeSubscription subscription =
                new FakeSubscription(shardId, position, inclusive, listener);
        subscriptions.add(subscription);
        return subscription;
    }

    @Override
    public CompletableFuture<Consumer> register(String consumerName) {
        return describe(consumerName);
    }

    @Override
    public CompletableFuture<Consumer> describe(String consumerName) {
        return describeFailures.isEmpty()
                ? CompletableFuture.completedFuture(
                        new Consumer("arn-of-" + consumerName, ConsumerStatus.ACTIVE))
                : failed(describeFailures.poll());
    }

    @Override
    public CompletableFuture<Void> deregister(String consumerName) {
        deregistered.add(consumerName);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {
        closed = true;
    }
}
