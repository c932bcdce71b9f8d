// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import com.google.auth.Credentials;
import com.google.pubsub.v1.PubsubMessage;
import com.google.pubsub.v1.ReceivedMessage;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.common.serialization.RuntimeContextInitializationContextAdapters;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.configuration.Configuration;
import io.millrace.metrics.Counter;
import io.millrace.metrics.MetricGroup;
import io.millrace.pubsub.Channels;
import io.millrace.pubsub.LeasingSubscriber;
import io.millrace.pubsub.SubscriptionOptions;
import io.millrace.spi.KnowsCheckpointing;
import io.millrace.streaming.api.functions.source.ParallelSourceFunction;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubDeserializationSchema;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubSubscriber;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubSubscriberFactory;
import io.millrace.streaming.connectors.gcp.pubsub.emulator.PubSubSubscriberFactoryForEmulator;
import io.millrace.util.Collector;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a subscription of Google Pub/Sub. A message is acknowledged when a checkpoint is complete
 * that holds what became of it, and until then kept from being delivered again, however long the
 * checkpoint takes.
 *
 * <p><b>Exactly once within a window, else at least once.</b> The service may deliver a message
 * again: after a failure, or for no reason. Its id is known, in the checkpoints too, until the
 * service has taken the acknowledgement and then for a window of time and number ({@link
 * SubscriptionOptions.Builder#deduplication}; 10 minutes and 100,000 messages of each subtask
 * unless told). Where that was not acknowledged before a failure the id is known for an hour, or
 * the window if that is longer. A message that comes again after that is emitted again. What a
 * publisher publishes twice is two messages.
 *
 * <p>Any number of subtasks will do: they know each other's messages. Order is that of the service,
 * which after a failure begins anew where something was not acknowledged.
 *
 * <p>The job must take checkpoints.
 *
 * @param <OUT> the records
 */
@PublicEvolving
public class PubSubSource<OUT> extends RememberingSource<OUT>
        implements ResultTypeQueryable<OUT>, ParallelSourceFunction<OUT>, CheckpointListener {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(PubSubSource.class);

    private static final long STILL_MS = 2_000;
    private static final long SAY_AGAIN_MS = 60_000;

    private final PubSubDeserializationSchema<OUT> schema;
    private final PubSubSubscriberFactory factory;
    private final Credentials credentials;
    private final int messagesPerSecond;
    private final String subscription;

    private transient PubSubSubscriber subscriber;
    private transient Acknowledging acknowledging;
    private transient Counter duplicates;
    private transient long stillSince;
    private transient long saidAt;
    private transient boolean cutSaid;
    private transient volatile boolean cancelled;
    private transient volatile CountDownLatch cancellation;

    private PubSubSource(PubSubSourceBuilder<OUT> builder, PubSubSubscriberFactory factory) {
        super(
                factory instanceof SubscriptionOptions options
                        ? options
                        : SubscriptionOptions.builder().build());
        this.schema = builder.schema;
        this.factory = factory;
        this.credentials = builder.credentials;
        this.messagesPerSecond = builder.messagesPerSecond;
        this.subscription = builder.project + "/" + builder.subscription;
    }

    /** Begins to build one. */
    public static DeserializationSchemaBuilder newBuilder() {
        return new DeserializationSchemaBuilder();
    }

    static long nowMs() {
        return System.nanoTime() / 1_000_000;
    }

    private String name() {
        return "The source '"
                + getRuntimeContext().getTaskInfo().getTaskNameWithSubtasks()
                + "' of the subscription "
                + subscription;
    }

    // ------------------------------------------------------------------ life

    @Override
    @SuppressWarnings("deprecation") // the mirrored signature is the older one
    public void open(Configuration configuration) throws Exception {
        super.open(configuration);
        if (!KnowsCheckpointing.in(getRuntimeContext())) {
            throw new IllegalArgumentException(
                    name()
                            + " needs checkpoints: it acknowledges messages when a checkpoint is"
                            + " complete, and without one they would come again and again. Call"
                            + " env.enableCheckpointing(...).");
        }
        cancellation = new CountDownLatch(1);
        MetricGroup metrics = getRuntimeContext().getMetricGroup();
        duplicates = metrics.counter("duplicates");
        metrics.gauge("knownIds", ledger::known);
        schema.open(
                RuntimeContextInitializationContextAdapters.deserializationAdapter(
                        getRuntimeContext()));
        boolean emulator =
                factory instanceof PubSubSubscriberFactoryForEmulator
                        || factory instanceof SubscriptionOptions options && options.isEmulator();
        subscriber =
                factory.getSubscriber(emulator ? credentials : Channels.orDefault(credentials));
        acknowledging = new Acknowledging(ledger, subtask(), subscriber, name());
        acknowledging.start();
    }

    @Override
    public void run(SourceContext<OUT> ctx) throws Exception {
        Emitting emitting = new Emitting(ctx);
        Pace pace = Pace.of(messagesPerSecond, getRuntimeContext());
        while (!cancelled && !emitting.ended) {
            List<ReceivedMessage> messages;
            try {
                messages = subscriber.pull();
            } catch (RuntimeException e) { // a subscriber of the program's own may throw anything
                if (cancelled) {
                    return;
                }
                throw new IOException(name() + " can't go on: " + e.getMessage(), e);
            }
            RuntimeException unacknowledged = acknowledging.failure();
            if (unacknowledged != null) {
                throw new IOException(
                        name() + " can't acknowledge messages: " + unacknowledged, unacknowledged);
            }
            look(messages.isEmpty());
            for (int i = 0; i < messages.size() && !cancelled; i++) {
                long pauseMs = pace.pauseMs();
                if (pauseMs > 0 && cancellation.await(pauseMs, TimeUnit.MILLISECONDS)) {
                    return;
                }
                synchronized (ctx.getCheckpointLock()) {
                    emitting.message(messages.get(i));
                }
                if (emitting.ended) {
                    stop(messages.subList(i + 1, messages.size()));
                    break;
                }
            }
        }
    }

    /** Others may want what this subtask will not emit any more. */
    private void stop(List<ReceivedMessage> unused) {
        LOG.info("{} has come to the last message of its stream", name());
        if (subscriber instanceof LeasingSubscriber leasing) {
            List<String> ids = new ArrayList<>();
            unused.forEach(message -> ids.add(message.getAckId()));
            leasing.stop(ids);
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        CountDownLatch waiting = cancellation;
        if (waiting != null) {
            waiting.countDown();
        }
    }

    @Override
    public void close() throws Exception {
        if (acknowledging != null) {
            acknowledging.end();
            acknowledging = null;
        }
        if (subscriber != null) {
            PubSubSubscriber last = subscriber;
            subscriber = null;
            last.close();
        }
        super.close();
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        ledger.complete(subtask(), checkpointId, nowMs());
        if (acknowledging != null) {
            acknowledging.look();
        }
    }

    @Override
    public TypeInformation<OUT> getProducedType() {
        return schema.getProducedType();
    }

    /** Says it when the source waits for its own checkpoint, and when the window is cut short. */
    private void look(boolean nothingCame) {
        long now = nowMs();
        boolean full =
                nothingCame
                        && subscriber instanceof LeasingSubscriber leasing
                        && leasing.held() >= leasing.mostHeld();
        if (!full) {
            stillSince = 0;
        } else if (stillSince == 0) {
            stillSince = now;
        } else if (now - stillSince > STILL_MS && (saidAt == 0 || now - saidAt > SAY_AGAIN_MS)) {
            saidAt = now;
            LOG.warn(
                    "{} waits for a checkpoint, for {} ms now: it holds {} messages that are not"
                            + " acknowledged, and may hold no more. No more than that are read from"
                            + " one completed checkpoint to the next. Allow more"
                            + " (SubscriptionOptions.maxOutstandingMessages), or take checkpoints"
                            + " more often.",
                    name(),
                    now - stillSince,
                    ledger.waiting(subtask()));
        }
        long window = remembering.deduplicationWindow().toMillis();
        if (!cutSaid && ledger.shortestWindowMs() < window) {
            cutSaid = true;
            LOG.warn(
                    "{} knows the ids of acknowledged messages for {} ms only, not for {}: there are"
                            + " more than {} of a subtask in that time. What the service delivers"
                            + " again after that is emitted again. Allow more ids"
                            + " (SubscriptionOptions.deduplication) if that is too short.",
                    name(),
                    ledger.shortestWindowMs(),
                    window,
                    remembering.deduplicationIds());
        }
    }

    // ------------------------------------------------------------------ records

    /** Hands on the records of one message after the other. Under the checkpoint lock. */
    private final class Emitting implements Collector<OUT> {

        private final SourceContext<OUT> out;
        private boolean ended;
        private boolean emits;

        Emitting(SourceContext<OUT> out) {
            this.out = out;
        }

        void message(ReceivedMessage received) throws IOException {
            PubsubMessage message = received.getMessage();
            if (!ledger.delivered(subtask(), message.getMessageId(), received.getAckId())) {
                duplicates.inc();
                acknowledging.look();
                return;
            }
            try {
                schema.deserialize(message, this);
            } catch (Exception e) { // what the schema may throw
                if (emits) {
                    throw new IOException(name() + " could not hand on a record", e);
                }
                throw new IOException(
                        name()
                                + " can't read the message "
                                + message.getMessageId()
                                + " ("
                                + message.getData().size()
                                + " bytes, attributes "
                                + message.getAttributesMap().keySet()
                                + ") by "
                                + schema
                                + ": "
                                + e
                                + ". The job fails at it again after each restart, unless the schema"
                                + " passes over it, or the subscription moves it to a dead-letter"
                                + " topic.",
                        e);
            }
        }

        @Override
        public void collect(OUT record) {
            if (ended) {
                return;
            }
            if (schema.isEndOfStream(record)) {
                ended = true;
                return;
            }
            emits = true;
            out.collect(record);
            emits = false;
        }

        @Override
        public void close() {}
    }

    // ------------------------------------------------------------------ builders

    /** Asks for the schema. */
    public static class DeserializationSchemaBuilder {

        public DeserializationSchemaBuilder() {}

        /** Records are made of the data of messages. */
        public <OUT> ProjectNameBuilder<OUT> withDeserializationSchema(
                DeserializationSchema<OUT> deserializationSchema) {
            return new PubSubSourceBuilder<>(new BodySchema<>(deserializationSchema));
        }

        /** Records are made of whole messages. */
        public <OUT> ProjectNameBuilder<OUT> withDeserializationSchema(
                PubSubDeserializationSchema<OUT> deserializationSchema) {
            return new PubSubSourceBuilder<>(deserializationSchema);
        }
    }

    /** Asks for the project. */
    public interface ProjectNameBuilder<OUT> {

        /** The project's id. */
        SubscriptionNameBuilder<OUT> withProjectName(String projectName);
    }

    /** Asks for the subscription. */
    public interface SubscriptionNameBuilder<OUT> {

        /** The subscription's name, without its project. It must exist. */
        PubSubSourceBuilder<OUT> withSubscriptionName(String subscriptionName);
    }

    /** Sets what is to be otherwise. */
    public static class PubSubSourceBuilder<OUT>
            implements ProjectNameBuilder<OUT>, SubscriptionNameBuilder<OUT> {

        private final PubSubDeserializationSchema<OUT> schema;
        private String project;
        private String subscription;
        private PubSubSubscriberFactory factory;
        private Credentials credentials;
        private int messagesPerSecond;

        private PubSubSourceBuilder(PubSubDeserializationSchema<OUT> schema) {
            this.schema = Objects.requireNonNull(schema, "deserializationSchema");
        }

        @Override
        public SubscriptionNameBuilder<OUT> withProjectName(String projectName) {
            this.project = Objects.requireNonNull(projectName, "projectName");
            return this;
        }

        @Override
        public PubSubSourceBuilder<OUT> withSubscriptionName(String subscriptionName) {
            this.subscription = Objects.requireNonNull(subscriptionName, "subscriptionName");
            return this;
        }

        /**
         * What the source identifies itself by; they are written into the job. Without any the
         * source looks for those of Google's default chain where it runs.
         */
        public PubSubSourceBuilder<OUT> withCredentials(Credentials credentials) {
            this.credentials = credentials;
            return this;
        }

        /**
         * Reads otherwise: by {@link SubscriptionOptions}, by the emulator's factory, or by one of
         * the program's own. The last must keep messages from being delivered again by itself.
         */
        public PubSubSourceBuilder<OUT> withPubSubSubscriberFactory(
                PubSubSubscriberFactory pubSubSubscriberFactory) {
            this.factory = Objects.requireNonNull(pubSubSubscriberFactory, "factory");
            return this;
        }

        /**
         * @param maxMessagesPerPull how many messages are taken at a time
         * @param perRequestTimeout after what time a request counts as failed
         * @param retries how often an acknowledgement is tried again at once
         */
        public PubSubSourceBuilder<OUT> withPubSubSubscriberFactory(
                int maxMessagesPerPull, Duration perRequestTimeout, int retries) {
            this.factory =
                    SubscriptionOptions.builder()
                            .maxMessagesPerPull(maxMessagesPerPull)
                            .requestTimeout(perRequestTimeout)
                            .retries(retries)
                            .build();
            return this;
        }

        /** No more messages each second than this, all subtasks together; no limit unless told. */
        public PubSubSourceBuilder<OUT> withMessageRateLimit(int messagePerSecondRateLimit) {
            if (messagePerSecondRateLimit <= 0) {
                throw new IllegalArgumentException(
                        "A limit is at least 1 message each second, and was "
                                + messagePerSecondRateLimit);
            }
            this.messagesPerSecond = messagePerSecondRateLimit;
            return this;
        }

        /** The source. Nothing is connected to yet. */
        public PubSubSource<OUT> build() throws IOException {
            PubSubSubscriberFactory chosen =
                    factory == null ? SubscriptionOptions.builder().build() : factory;
            if (chosen instanceof SubscriptionOptions options) {
                chosen = options.of(project, subscription);
            }
            return new PubSubSource<>(this, chosen);
        }
    }
}
