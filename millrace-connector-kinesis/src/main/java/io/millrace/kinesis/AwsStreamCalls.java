// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Subscriber;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClient;
import software.amazon.awssdk.services.kinesis.model.ConsumerDescription;
import software.amazon.awssdk.services.kinesis.model.GetRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.ListShardsRequest;
import software.amazon.awssdk.services.kinesis.model.ListShardsResponse;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardFilter;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;
import software.amazon.awssdk.services.kinesis.model.SubscribeToShardEvent;
import software.amazon.awssdk.services.kinesis.model.SubscribeToShardEventStream;
import software.amazon.awssdk.services.kinesis.model.SubscribeToShardRequest;
import software.amazon.awssdk.services.kinesis.model.SubscribeToShardResponseHandler;

/** Asks by the AWS SDK. */
final class AwsStreamCalls implements StreamCalls {

    /** A call that has no answer by then is given up, and its connection with it. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final KinesisClients.Client client;
    private final String streamArn;

    AwsStreamCalls(KinesisClients.Client client, String streamArn) {
        this.client = client;
        this.streamArn = streamArn;
    }

    private KinesisAsyncClient kinesis() {
        return client.kinesis();
    }

    private static void patience(AwsRequestOverrideConfiguration.Builder request) {
        request.apiCallAttemptTimeout(PATIENCE);
    }

    @Override
    public CompletableFuture<List<Shard>> shards(ShardFilter filter) {
        return page(
                ListShardsRequest.builder()
                        .streamARN(streamArn)
                        .shardFilter(filter)
                        .overrideConfiguration(AwsStreamCalls::patience)
                        .build(),
                new ArrayList<>());
    }

    private CompletableFuture<List<Shard>> page(ListShardsRequest request, List<Shard> before) {
        return kinesis()
                .listShards(request)
                .thenCompose(
                        (ListShardsResponse response) -> {
                            before.addAll(response.shards());
                            if (response.nextToken() == null) {
                                return CompletableFuture.completedFuture(before);
                            }
                            // What else was asked is in the token, and must not be said again.
                            return page(
                                    ListShardsRequest.builder()
                                            .nextToken(response.nextToken())
                                            .overrideConfiguration(AwsStreamCalls::patience)
                                            .build(),
                                    before);
                        });
    }

    @Override
    public CompletableFuture<String> iterator(
            String shardId, StartingPosition position, boolean inclusive) {
        return kinesis()
                .getShardIterator(
                        request -> {
                            request.streamARN(streamArn)
                                    .shardId(shardId)
                                    .shardIteratorType(type(position, inclusive))
                                    .overrideConfiguration(AwsStreamCalls::patience);
                            if (position.getStartingMarker() instanceof Instant time) {
                                request.timestamp(time);
                            } else if (position.getStartingMarker() instanceof String number) {
                                request.startingSequenceNumber(number);
                            }
                        })
                .thenApply(response -> response.shardIterator());
    }

    private static ShardIteratorType type(StartingPosition position, boolean inclusive) {
        ShardIteratorType type = position.getShardIteratorType();
        return type == ShardIteratorType.AFTER_SEQUENCE_NUMBER && inclusive
                ? ShardIteratorType.AT_SEQUENCE_NUMBER
                : type;
    }

    @Override
    public CompletableFuture<GetRecordsResponse> records(String iterator, int atMost) {
        return kinesis()
                .getRecords(
                        request ->
                                request.streamARN(streamArn)
                                        .shardIterator(iterator)
                                        .limit(atMost)
                                        .overrideConfiguration(AwsStreamCalls::patience));
    }

    @Override
    public CompletableFuture<Integer> retentionHours() {
        return kinesis()
                .describeStreamSummary(
                        request ->
                                request.streamARN(streamArn)
                                        .overrideConfiguration(AwsStreamCalls::patience))
                .thenApply(response -> response.streamDescriptionSummary().retentionPeriodHours());
    }

    @Override
    public Subscription subscribe(
            String consumerArn,
            String shardId,
            StartingPosition position,
            boolean inclusive,
            StreamCalls.Listener subscriber) {
        Events events = new Events(subscriber);
        CompletableFuture<Void> done =
                kinesis()
                        .subscribeToShard(
                                SubscribeToShardRequest.builder()
                                        .consumerARN(consumerArn)
                                        .shardId(shardId)
                                        .startingPosition(
                                                start -> {
                                                    start.type(type(position, inclusive));
                                                    Object marker = position.getStartingMarker();
                                                    if (marker instanceof Instant time) {
                                                        start.timestamp(time);
                                                    } else if (marker instanceof String number) {
                                                        start.sequenceNumber(number);
                                                    }
                                                })
                                        .build(),
                                SubscribeToShardResponseHandler.builder()
                                        .subscriber(() -> events)
                                        .build());
        done.whenComplete(
                (nothing, failure) -> {
                    if (failure == null) {
                        events.over();
                    } else {
                        events.onError(failure);
                    }
                });
        return new Subscription() {
            @Override
            public void next() {
                events.next();
            }

            @Override
            public void cancel() {
                events.cancel();
                done.cancel(true);
            }
        };
    }

    /** One event at a time, and one end. */
    private static final class Events implements Subscriber<SubscribeToShardEventStream> {

        private final StreamCalls.Listener subscriber;
        private org.reactivestreams.Subscription upstream;
        private boolean over;

        private Events(StreamCalls.Listener subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void onSubscribe(org.reactivestreams.Subscription subscription) {
            synchronized (this) {
                upstream = subscription;
                if (over) {
                    subscription.cancel();
                    return;
                }
            }
            subscription.request(1);
        }

        @Override
        public void onNext(SubscribeToShardEventStream next) {
            if (next instanceof SubscribeToShardEvent event) {
                synchronized (this) {
                    if (over) {
                        return;
                    }
                }
                subscriber.event(event);
            } else {
                next(); // of a kind that this SDK does not know
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (ends()) {
                subscriber.failed(failure);
            }
        }

        @Override
        public void onComplete() {
            over();
        }

        private void over() {
            if (ends()) {
                subscriber.completed();
            }
        }

        private synchronized boolean ends() {
            boolean first = !over;
            over = true;
            return first;
        }

        private void next() {
            org.reactivestreams.Subscription at;
            synchronized (this) {
                at = over ? null : upstream;
            }
            if (at != null) {
                at.request(1);
            }
        }

        private void cancel() {
            org.reactivestreams.Subscription at;
            synchronized (this) {
                over = true;
                at = upstream;
            }
            if (at != null) {
                at.cancel();
            }
        }
    }

    @Override
    public CompletableFuture<Consumer> register(String consumerName) {
        return kinesis()
                .registerStreamConsumer(
                        request ->
                                request.streamARN(streamArn)
                                        .consumerName(consumerName)
                                        .overrideConfiguration(AwsStreamCalls::patience))
                .thenApply(
                        response ->
                                new Consumer(
                                        response.consumer().consumerARN(),
                                        response.consumer().consumerStatus()));
    }

    @Override
    public CompletableFuture<Consumer> describe(String consumerName) {
        return kinesis()
                .describeStreamConsumer(
                        request ->
                                request.streamARN(streamArn)
                                        .consumerName(consumerName)
                                        .overrideConfiguration(AwsStreamCalls::patience))
                .thenApply(
                        response -> {
                            ConsumerDescription description = response.consumerDescription();
                            return new Consumer(
                                    description.consumerARN(), description.consumerStatus());
                        });
    }

    @Override
    public CompletableFuture<Void> deregister(String consumerName) {
        return kinesis()
                .deregisterStreamConsumer(
                        request ->
                                request.streamARN(streamArn)
                                        .consumerName(consumerName)
                                        .overrideConfiguration(AwsStreamCalls::patience))
                .thenApply(response -> null);
    }

    @Override
    public void close() {
        client.close();
    }
}
