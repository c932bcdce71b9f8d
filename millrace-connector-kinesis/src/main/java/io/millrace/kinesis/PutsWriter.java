// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.api.connector.sink2.Sink;
import io.millrace.connector.base.sink.writer.AsyncSinkWriter;
import io.millrace.connector.base.sink.writer.BufferedRequestState;
import io.millrace.connector.base.sink.writer.ElementConverter;
import io.millrace.connector.base.sink.writer.ResultHandler;
import io.millrace.connector.base.sink.writer.config.AsyncSinkWriterConfiguration;
import io.millrace.connector.base.sink.writer.strategy.AIMDScalingStrategy;
import io.millrace.connector.base.sink.writer.strategy.CongestionControlRateLimitingStrategy;
import io.millrace.connector.base.sink.writer.strategy.RateLimitingStrategy;
import io.millrace.connector.kinesis.sink.KinesisStreamsConfigConstants;
import io.millrace.metrics.Counter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;

/**
 * Puts entries, many in a request. What a request leaves out (a shard was throttled, or failed)
 * goes to the front of what waits, in its order; other requests that are under way meanwhile may
 * overtake it. Pauses after a failure grow, and the job fails when the stream has taken nothing for
 * {@link PutRefusals#PATIENCE}.
 *
 * <p>Used by the sink's task; answers come on threads of the client and go back to it.
 */
public final class PutsWriter<InputT> extends AsyncSinkWriter<InputT, PutRecordsRequestEntry> {

    private static final Logger LOG = LoggerFactory.getLogger(PutsWriter.class);

    private static final Duration ANSWER_TIME = Duration.ofSeconds(60);

    /** Records by which requests under way may grow with each one that was taken. */
    private static final int INCREASE = 10;

    private static final double DECREASE = 0.99;

    /** How many, how large, how long. */
    public record Limits(
            int batchSize,
            int inFlight,
            int buffered,
            long batchBytes,
            long bufferMillis,
            long recordBytes) {}

    /** Where requests go. */
    interface Stream {
        CompletableFuture<PutRecordsResponse> put(PutRecordsRequest request);

        void close();
    }

    /** The time, and what is done later. */
    interface Timer {
        long nanos();

        void after(long nanos, Runnable work);
    }

    private final Stream client;
    private final Timer timer;
    private final String streamName;
    private final String streamArn;
    private final boolean failOnError;

    /** 0 while the class above is made, which asks for sizes of what it restores. */
    private final long most;

    private final Counter errors;
    private final PutRefusals refusals;
    private volatile boolean closed;

    @SuppressWarnings("deprecation") // the mirrored sink is handed the older context
    PutsWriter(
            ElementConverter<InputT, PutRecordsRequestEntry> converter,
            Sink.InitContext context,
            Limits limits,
            boolean failOnError,
            String streamName,
            String streamArn,
            Stream client,
            Timer timer,
            Collection<BufferedRequestState<PutRecordsRequestEntry>> restored) {
        super(converter, context, configuration(limits), restored);
        this.client = client;
        this.timer = timer;
        this.refusals = new PutRefusals(timer::nanos);
        this.streamName = streamName;
        this.streamArn = streamArn;
        this.failOnError = failOnError;
        this.most = limits.recordBytes();
        this.errors = context.metricGroup().getNumRecordsSendErrorsCounter();
    }

    /** A writer, which begins with what waited when the checkpoint was taken. */
    public static <InputT> PutsWriter<InputT> create(
            ElementConverter<InputT, PutRecordsRequestEntry> converter,
            Sink.InitContext context,
            Limits limits,
            boolean failOnError,
            String streamName,
            String streamArn,
            Map<String, String> settings,
            Collection<BufferedRequestState<PutRecordsRequestEntry>> restored) {
        Map<String, String> ofClient = new TreeMap<>(settings);
        String agent =
                ofClient.remove(KinesisStreamsConfigConstants.KINESIS_CLIENT_USER_AGENT_PREFIX);
        return new PutsWriter<>(
                converter,
                context,
                limits,
                failOnError,
                streamName,
                streamArn,
                stream(
                        KinesisClients.create(
                                ofClient,
                                streamArn == null
                                        ? KinesisClients.arnOfName(streamName, ofClient)
                                        : streamArn,
                                agent)),
                new SystemTimer(),
                restored);
    }

    private static Stream stream(KinesisClients.Client client) {
        return new Stream() {
            @Override
            public CompletableFuture<PutRecordsResponse> put(PutRecordsRequest request) {
                return client.kinesis().putRecords(request);
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    private static final class SystemTimer implements Timer {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void after(long nanos, Runnable work) {
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(work);
        }
    }

    private static AsyncSinkWriterConfiguration configuration(Limits limits) {
        return AsyncSinkWriterConfiguration.builder()
                .setMaxBatchSize(limits.batchSize())
                .setMaxBatchSizeInBytes(limits.batchBytes())
                .setMaxInFlightRequests(limits.inFlight())
                .setMaxBufferedRequests(limits.buffered())
                .setMaxTimeInBufferMS(limits.bufferMillis())
                .setMaxRecordSizeInBytes(limits.recordBytes())
                .setRateLimitingStrategy(rate(limits))
                .build();
    }

    /**
     * A request that was refused makes the next ones a little smaller: it is one shard of many that
     * throttles.
     */
    private static RateLimitingStrategy rate(Limits limits) {
        int most = limits.batchSize() * limits.inFlight();
        return CongestionControlRateLimitingStrategy.builder()
                .setMaxInFlightRequests(limits.inFlight())
                .setInitialMaxInFlightMessages(limits.batchSize())
                .setScalingStrategy(
                        AIMDScalingStrategy.builder(most)
                                .setIncreaseRate(INCREASE)
                                .setDecreaseFactor(DECREASE)
                                .build())
                .build();
    }

    /** As Kinesis counts: data and key. */
    @Override
    protected long getSizeInBytes(PutRecordsRequestEntry entry) {
        long size =
                (long) entry.data().asByteArrayUnsafe().length
                        + entry.partitionKey().getBytes(StandardCharsets.UTF_8).length;
        if (most > 0 && size > most) {
            throw new IllegalArgumentException(
                    stream()
                            + " is not sent a record of "
                            + size
                            + " bytes, partition key included: the sink takes "
                            + most
                            + " at most. Make the records smaller; or raise setMaxRecordSizeInBytes, if the"
                            + " stream allows larger ones.");
        }
        return size;
    }

    @Override
    protected void submitRequestEntries(
            List<PutRecordsRequestEntry> entries, ResultHandler<PutRecordsRequestEntry> results) {
        client.put(
                        PutRecordsRequest.builder()
                                .streamName(streamName)
                                .streamARN(streamArn)
                                .records(entries)
                                .overrideConfiguration(
                                        AwsRequestOverrideConfiguration.builder()
                                                .apiCallAttemptTimeout(ANSWER_TIME)
                                                .build())
                                .build())
                .whenComplete(
                        (response, failure) -> {
                            if (failure != null) {
                                refused(entries, failure, results);
                            } else if (response.failedRecordCount() > 0) {
                                partlyRefused(entries, response, results);
                            } else {
                                refusals.taken();
                                results.complete();
                            }
                        });
    }

    private void partlyRefused(
            List<PutRecordsRequestEntry> entries,
            PutRecordsResponse response,
            ResultHandler<PutRecordsRequestEntry> results) {
        List<PutRecordsRequestEntry> left = new ArrayList<>();
        String said = "";
        for (int i = 0; i < entries.size(); i++) {
            PutRecordsResultEntry result = response.records().get(i);
            if (result.errorCode() != null) {
                left.add(entries.get(i));
                said = result.errorCode() + ": " + result.errorMessage();
            }
        }
        errors.inc(left.size());
        String what =
                stream()
                        + " has not taken "
                        + left.size()
                        + " of "
                        + entries.size()
                        + " records; of the last one it says "
                        + said;
        if (failOnError) {
            results.completeExceptionally(new IOException(what));
            return;
        }
        if (left.size() < entries.size()) {
            refusals.taken(); // it goes on, if slowly
        }
        sendAgain(left, what, null, results);
    }

    private void refused(
            List<PutRecordsRequestEntry> entries,
            Throwable failure,
            ResultHandler<PutRecordsRequestEntry> results) {
        if (closed) {
            return;
        }
        errors.inc(entries.size());
        String what =
                stream()
                        + " has not taken a request of "
                        + entries.size()
                        + " records: "
                        + Failures.say(failure)
                        + Failures.advice(failure);
        if (failOnError || !Failures.isPassing(failure)) {
            results.completeExceptionally(new IOException(what, Failures.unwrap(failure)));
            return;
        }
        sendAgain(entries, what, failure, results);
    }

    private void sendAgain(
            List<PutRecordsRequestEntry> entries,
            String what,
            Throwable failure,
            ResultHandler<PutRecordsRequestEntry> results) {
        long pause = refusals.refused(entries.size());
        if (refusals.isTooMuch()) {
            results.completeExceptionally(
                    new IOException(
                            stream()
                                    + " has taken nothing for "
                                    + refusals.lasting().toSeconds()
                                    + " s. Is it the right one, and the region and endpoint those it"
                                    + " is at? At last: "
                                    + what,
                            failure == null ? null : Failures.unwrap(failure)));
            return;
        }
        String more = refusals.toSay();
        if (more != null) {
            LOG.warn("{}. They are sent again{}", what, more);
        } else {
            LOG.debug("{}. They are sent again", what);
        }
        timer.after(pause, () -> results.retryForEntries(entries));
    }

    private String stream() {
        return "The stream " + (streamArn == null ? streamName : streamArn);
    }

    @Override
    public void close() {
        closed = true;
        client.close();
    }
}
