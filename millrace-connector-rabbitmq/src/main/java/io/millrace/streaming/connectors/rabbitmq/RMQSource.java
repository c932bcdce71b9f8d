// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import io.millrace.annotation.PublicEvolving;
import io.millrace.annotation.VisibleForTesting;
import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.common.serialization.RuntimeContextInitializationContextAdapters;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.configuration.Configuration;
import io.millrace.metrics.Counter;
import io.millrace.metrics.MetricGroup;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.spi.KnowsCheckpointing;
import io.millrace.streaming.connectors.rabbitmq.common.RMQConnectionConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a queue of RabbitMQ. What it guarantees depends on the job and on the producer:
 *
 * <ul>
 *   <li><b>Exactly once</b>: checkpoints are on, {@code usesCorrelationId} is true and the producer
 *       gives each message a correlation id of its own. A message is acknowledged when a checkpoint
 *       is complete that holds what became of it, and one that the broker delivers again is known
 *       by its id. For that, the source runs in one subtask.
 *   <li><b>At least once</b>: checkpoints are on, there are no ids. The same acknowledgement, but
 *       what is delivered again is emitted again.
 *   <li><b>Nothing</b> without checkpoints: the broker forgets a message when it has sent it.
 * </ul>
 *
 * <p>After a failure messages may come in another order.
 *
 * <p>A lost connection is made anew without restarting the job, and the queue is read on, unless
 * {@link RMQConnectionConfig#isAutomaticRecovery} is false: then, or when the broker stays away,
 * the job fails and its restart strategy decides.
 *
 * <p>With a {@linkplain RMQConnectionConfig.Builder#setPrefetchCount prefetch count} the broker
 * sends no more than that many messages that are not acknowledged: that is how many can be read
 * from one checkpoint to the next. A source that stands still because of that says so in the log.
 *
 * <p>A subclass may declare the queue otherwise in {@link #setupQueue}, and make the connection
 * otherwise in {@link #setupConnectionFactory} or {@link #setupConnection}.
 *
 * @param <OUT> the records
 */
@PublicEvolving
public class RMQSource<OUT> extends IdentifyingSource<OUT, String>
        implements ResultTypeQueryable<OUT> {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(RMQSource.class);

    /** After so long without a sign that anything was read the job fails. */
    private static final long RECONNECT_MS = 120_000;

    /** A session that has lasted so long was no vain attempt, even if nothing came. */
    private static final long SESSION_OF_USE_MS = 60_000;

    private static final int RECONNECT_PAUSE_MS = 5_000;
    private static final int CLOSE_MS = 10_000;
    private static final long LAST_ANSWER_MS = 30_000;
    private static final long LOOK_AGAIN_MS = 500;
    private static final long STILL_MS = 1_000;
    private static final int STILL_TIMES = 10;
    private static final long STILL_AGAIN_MS = 60_000;

    private final RMQConnectionConfig rmqConnectionConfig;

    /** The queue's name. */
    protected final String queueName;

    private final boolean usesCorrelationId;

    /** Makes records of messages. */
    protected RMQDeserializationSchema<OUT> deliveryDeserializer;

    /** Of the present session; another one after the connection was lost. */
    protected transient Connection connection;

    /** The same. */
    protected transient Channel channel;

    /** Whether the broker forgets what it has sent: so without checkpoints. */
    protected transient boolean autoAck;

    // Under the checkpoint lock, but for the beginning and the end.
    private transient DeliveryLedger ledger;
    private transient ListState<String> emittedIds;
    private transient long lastAcknowledged;
    private transient CompletableFuture<Command> answer;
    private transient boolean ended;
    private transient int reconnects;
    private transient long troubleSince;
    private transient long sessionSince;
    private transient boolean hasRead;

    private transient volatile DeliveryBuffer buffer;
    private transient volatile boolean cancelled;
    private transient volatile CountDownLatch cancellation;

    private transient Counter duplicates;
    private transient Counter reconnected;

    /** At least once. */
    public RMQSource(
            RMQConnectionConfig rmqConnectionConfig,
            String queueName,
            DeserializationSchema<OUT> deserializationSchema) {
        this(rmqConnectionConfig, queueName, false, deserializationSchema);
    }

    /**
     * @param usesCorrelationId whether the producer gives each message a correlation id of its own:
     *     exactly once
     */
    public RMQSource(
            RMQConnectionConfig rmqConnectionConfig,
            String queueName,
            boolean usesCorrelationId,
            DeserializationSchema<OUT> deserializationSchema) {
        this(
                rmqConnectionConfig,
                queueName,
                usesCorrelationId,
                new BodySchema<>(deserializationSchema));
    }

    /** At least once. */
    public RMQSource(
            RMQConnectionConfig rmqConnectionConfig,
            String queueName,
            RMQDeserializationSchema<OUT> deliveryDeserializer) {
        this(rmqConnectionConfig, queueName, false, deliveryDeserializer);
    }

    /**
     * @param usesCorrelationId whether messages have ids of their own, by their property or by what
     *     the schema says: exactly once
     */
    public RMQSource(
            RMQConnectionConfig rmqConnectionConfig,
            String queueName,
            boolean usesCorrelationId,
            RMQDeserializationSchema<OUT> deliveryDeserializer) {
        super(String.class);
        this.rmqConnectionConfig = Objects.requireNonNull(rmqConnectionConfig, "config");
        this.queueName = Objects.requireNonNull(queueName, "queueName");
        this.usesCorrelationId = usesCorrelationId;
        this.deliveryDeserializer = Objects.requireNonNull(deliveryDeserializer, "schema");
    }

    // ------------------------------------------------------------------ what a subclass may change

    /** Makes connections; by default as the configuration says. */
    protected ConnectionFactory setupConnectionFactory() throws Exception {
        return rmqConnectionConfig.getConnectionFactory();
    }

    /** Connects; called for each session. */
    @VisibleForTesting
    protected Connection setupConnection() throws Exception {
        ConnectionFactory factory = setupConnectionFactory();
        // The source finds out by itself, and knows what is to be read again.
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }

    /**
     * Declares the queue on {@link #channel}: durable, not exclusive, kept when nobody reads it.
     * Override it for a queue that is declared otherwise, or to bind it to an exchange.
     */
    protected void setupQueue() throws IOException {
        channel.queueDeclare(queueName, true, false, false, null);
    }

    // ------------------------------------------------------------------ life

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        pendingCheckpoints = new ArrayDeque<>();
        ledger = new DeliveryLedger();
        emittedIds =
                context.getOperatorStateStore()
                        .getListState(
                                new ListStateDescriptor<>("rabbitmq-emitted-ids", Types.STRING));
        if (context.isRestored() && usesCorrelationId) {
            ledger.restore(emittedIds.get(), System.currentTimeMillis());
        }
    }

    @Override
    @SuppressWarnings("deprecation") // the mirrored signature is the older one
    public void open(Configuration parameters) throws Exception {
        super.open(parameters);
        autoAck = !KnowsCheckpointing.in(getRuntimeContext());
        refuseSeveral();
        if (autoAck) {
            LOG.warn(
                    "The source {} of the queue '{}' takes messages for done as soon as they are"
                            + " sent, because the job takes no checkpoints: a failure loses those"
                            + " that are on their way{}.",
                    name(),
                    queueName,
                    usesCorrelationId ? ", and correlation ids do nothing" : "");
        }
        MetricGroup metrics = getRuntimeContext().getMetricGroup();
        duplicates = metrics.counter("duplicates");
        reconnected = metrics.counter("reconnects");
        cancellation = new CountDownLatch(1);
        deliveryDeserializer.open(
                RuntimeContextInitializationContextAdapters.deserializationAdapter(
                        getRuntimeContext()));
        try {
            beginSession(true);
        } catch (Exception e) {
            abandonSession();
            throw new IOException(
                    "The source "
                            + name()
                            + " can't read the queue '"
                            + queueName
                            + "' at "
                            + rmqConnectionConfig
                            + ": "
                            + Reasons.of(e),
                    e);
        }
    }

    private void refuseSeveral() {
        int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        if (usesCorrelationId && !autoAck && subtasks > 1) {
            throw new IllegalStateException(
                    "The source "
                            + name()
                            + " of the queue '"
                            + queueName
                            + "' uses correlation ids and has "
                            + subtasks
                            + " subtasks. It must have one: after a failure the broker may deliver a"
                            + " message to another subtask than before, which does not know its id"
                            + " and would emit it a second time. Set the source's parallelism to 1,"
                            + " or do without correlation ids (at least once).");
        }
    }

    private String name() {
        return "'" + getRuntimeContext().getTaskInfo().getTaskNameWithSubtasks() + "'";
    }

    @Override
    public void run(SourceContext<OUT> ctx) throws Exception {
        Emitting emitting = new Emitting(ctx);
        Standstill standstill = new Standstill();
        consume();
        while (!cancelled && !ended) {
            Delivery delivery =
                    buffer.take(Math.min(LOOK_AGAIN_MS, rmqConnectionConfig.getDeliveryTimeout()));
            if (delivery != null) {
                synchronized (ctx.getCheckpointLock()) {
                    settleIfAnswered();
                    emitting.message(delivery);
                    ended = emitting.ended;
                }
                hasRead = true;
                standstill.over();
                continue;
            }
            String lost = buffer.lost();
            if (lost != null) {
                reconnect(ctx.getCheckpointLock(), lost);
                continue;
            }
            synchronized (ctx.getCheckpointLock()) {
                standstill.look(ledger.waiting() + sessionIds.size());
                settleIfAnswered();
            }
        }
        if (ended) {
            // What the broker has sent beyond the last message goes back when the channel closes.
            buffer.close();
            LOG.info("The source {} has come to the last message of its stream", name());
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        CountDownLatch waiting = cancellation;
        if (waiting != null) {
            waiting.countDown();
        }
        DeliveryBuffer present = buffer;
        if (present != null) {
            present.wake();
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
        Channel lastChannel = channel;
        Connection lastConnection = connection;
        if (buffer != null) {
            buffer.close();
        }
        try {
            if (lastChannel != null && lastChannel.isOpen()) {
                List<Long> due = ledger.dueAtLast();
                if (!due.isEmpty()) {
                    acknowledgeSessionIDs(due); // no answer to an earlier one will ask for it
                }
                lastChannel.close(); // with an answer, so that acknowledgements have arrived
            }
        } catch (IOException | UncheckedIOException | AlreadyClosedException | TimeoutException e) {
            // What could not be acknowledged comes again, and is known by its id.
            LOG.debug("The channel of the queue '{}' could not be closed", queueName, e);
        } finally {
            channel = null;
            connection = null;
            if (lastConnection != null) {
                lastConnection.abort(CLOSE_MS);
            }
        }
    }

    // ------------------------------------------------------------------ sessions

    private void beginSession(boolean declare) throws Exception {
        connection = setupConnection();
        channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the broker allows this connection no channel");
        }
        if (declare) {
            setupQueue();
        }
        if (!autoAck && rmqConnectionConfig.getPrefetchCount().isPresent()) {
            channel.basicQos(rmqConnectionConfig.getPrefetchCount().get());
        }
        lastAcknowledged = 0;
        sessionSince = System.nanoTime();
        hasRead = false;
        buffer = new DeliveryBuffer(channel, autoAck);
    }

    /**
     * Has the broker begin to send. Only once somebody takes what comes: what is not taken holds up
     * answers of the broker.
     */
    private void consume() throws IOException {
        if (!cancelled) {
            channel.basicConsume(queueName, autoAck, buffer);
        }
    }

    private void abandonSession() {
        if (buffer != null) {
            buffer.close();
        }
        Connection old = connection;
        connection = null;
        channel = null;
        if (old != null) {
            old.abort(CLOSE_MS);
        }
    }

    /** Runs until there is a session again, or the source is cancelled. */
    private void reconnect(Object lock, String reason) throws Exception {
        Throwable last = buffer.lostBecause();
        if (Boolean.FALSE.equals(rmqConnectionConfig.isAutomaticRecovery())) {
            throw new IOException(lostMessage(reason), last);
        }
        LOG.warn("{}. It connects again.", lostMessage(reason));
        synchronized (lock) {
            ledger.sessionLost(System.currentTimeMillis());
            sessionIds = new ArrayList<>();
            answer = null;
        }
        // Nothing is due before a delivery of the next session has been emitted, so nobody else
        // touches the channel until then.
        abandonSession();
        Integer pause = rmqConnectionConfig.getNetworkRecoveryInterval();
        boolean wasOfUse = (System.nanoTime() - sessionSince) / 1_000_000 > SESSION_OF_USE_MS;
        if (reconnects == 0 || wasOfUse || autoAck && hasRead) {
            reconnects = 0;
            troubleSince = System.nanoTime();
        }
        while (!cancelled) {
            long troubleMs = (System.nanoTime() - troubleSince) / 1_000_000;
            if (reconnects > 1 && troubleMs > givesUpAfterMs()) {
                throw new IOException(
                        lostMessage(reason)
                                + ". "
                                + reconnects
                                + " attempts to read on, over "
                                + troubleMs
                                + " ms, have brought nothing, the last: "
                                + Reasons.of(last),
                        last);
            }
            reconnects++;
            if (reconnects > 1
                    && cancellation.await(
                            pause == null ? RECONNECT_PAUSE_MS : pause, TimeUnit.MILLISECONDS)) {
                return;
            }
            try {
                beginSession(!Boolean.FALSE.equals(rmqConnectionConfig.isTopologyRecovery()));
                consume();
                reconnected.inc();
                LOG.info("The source {} reads the queue '{}' again", name(), queueName);
                return;
            } catch (IOException | TimeoutException | AlreadyClosedException e) {
                last = e;
                LOG.warn(
                        "The source {} can't read the queue '{}' at {} again, attempt {}: {}",
                        name(),
                        queueName,
                        rmqConnectionConfig,
                        reconnects,
                        Reasons.of(e));
                abandonSession();
            }
        }
    }

    /** How long it tries. */
    long givesUpAfterMs() {
        return RECONNECT_MS;
    }

    private String lostMessage(String reason) {
        return "The source "
                + name()
                + " has lost the queue '"
                + queueName
                + "' at "
                + rmqConnectionConfig
                + ": "
                + reason;
    }

    // ------------------------------------------------------------------ acknowledgement

    @Override
    boolean delivered(String uid) {
        return ledger.delivered(uid);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        if (!autoAck) {
            ledger.barrier(context.getCheckpointId(), sessionIds);
            sessionIds = new ArrayList<>();
            settleIfAnswered();
        }
        emittedIds.update(List.copyOf(ledger.toKeep(System.currentTimeMillis())));
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        ledger.complete(checkpointId);
        settleIfAnswered();
        if (answer == null) {
            settle();
        }
        if (ended) {
            awaitLastAnswer();
        }
    }

    private void settleIfAnswered() {
        if (answer != null && answer.isDone()) {
            boolean taken = !answer.isCompletedExceptionally();
            answer = null;
            if (taken) { // if not, the session is lost, and run() will see it
                ledger.acknowledged(System.currentTimeMillis());
                reconnects = 0;
                settle();
            }
        }
    }

    /**
     * Acknowledges what is due, and asks the broker something whose answer says that it has taken
     * the acknowledgement. Nobody waits for it: it may be behind deliveries that only this source's
     * thread can take out of the way.
     */
    private void settle() {
        List<Long> tags = ledger.takeDue();
        if (tags.isEmpty()) {
            return;
        }
        try {
            acknowledgeSessionIDs(tags);
            DeliveryBuffer present = buffer;
            answer =
                    channel.asyncCompletableRpc(
                            new AMQP.Basic.Qos.Builder()
                                    .prefetchCount(rmqConnectionConfig.getPrefetchCount().orElse(0))
                                    .build());
            answer.whenComplete((command, failure) -> present.wake());
        } catch (AlreadyClosedException | IOException | UncheckedIOException e) {
            // The messages come again and are known by their ids; run() connects again.
            buffer.lose("messages can't be acknowledged: " + Reasons.of(e));
        }
    }

    /** Acknowledges these deliveries of the present session. */
    @Override
    protected void acknowledgeSessionIDs(List<Long> sessionIds) {
        try {
            long highest = 0;
            long lowest = Long.MAX_VALUE;
            for (long tag : sessionIds) {
                highest = Math.max(highest, tag);
                lowest = Math.min(lowest, tag);
            }
            boolean withoutGap =
                    lowest == lastAcknowledged + 1 && highest - lowest + 1 == sessionIds.size();
            if (withoutGap) {
                channel.basicAck(highest, true);
            } else {
                for (long tag : sessionIds) {
                    channel.basicAck(tag, false);
                }
            }
            lastAcknowledged = Math.max(lastAcknowledged, highest);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Messages of the queue '"
                            + queueName
                            + "' can't be acknowledged: "
                            + Reasons.of(e),
                    e);
        }
    }

    /** After the last message nobody comes back to look. */
    private void awaitLastAnswer() throws Exception {
        String trouble = buffer.lost();
        while (answer != null) {
            try {
                answer.get(LAST_ANSWER_MS, TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                trouble = Reasons.of(e);
                break;
            }
            settleIfAnswered();
        }
        if (trouble != null && ledger.waiting() > 0) {
            LOG.error(
                    "The stream of the queue '{}' has ended, and the broker could not be told which"
                            + " of its messages are done: {}. They will be delivered again to whoever"
                            + " reads the queue next.",
                    queueName,
                    trouble);
        }
    }

    // ------------------------------------------------------------------ records

    @Override
    public TypeInformation<OUT> getProducedType() {
        return deliveryDeserializer.getProducedType();
    }

    /** Hands on the records of one message after the other. */
    private final class Emitting implements RMQDeserializationSchema.RMQCollector<OUT> {

        private final SourceContext<OUT> out;
        private Delivery delivery;
        private boolean named;
        private String id;
        private boolean wanted;
        private boolean ended;
        private boolean thrownHere;

        Emitting(SourceContext<OUT> out) {
            this.out = out;
        }

        void message(Delivery next) throws IOException {
            delivery = next;
            named = false;
            try {
                deliveryDeserializer.deserialize(
                        next.getEnvelope(), next.getProperties(), next.getBody(), this);
            } catch (IOException | RuntimeException e) {
                if (thrownHere) {
                    throw e;
                }
                throw new IOException(
                        what()
                                + " can't be read by "
                                + deliveryDeserializer
                                + ": "
                                + Reasons.of(e)
                                + ". The job fails at it again after each restart, unless the schema"
                                + " passes over it, or it is taken out of the queue.",
                        e);
            }
            if (!named && !autoAck) {
                // Nothing was made of it: there is nothing to be known again.
                sessionIds.add(tag());
            }
            delivery = null;
        }

        private long tag() {
            return delivery.getEnvelope().getDeliveryTag();
        }

        private String what() {
            return "The message with delivery tag "
                    + tag()
                    + " of the queue '"
                    + queueName
                    + "' (exchange '"
                    + delivery.getEnvelope().getExchange()
                    + "', routing key '"
                    + delivery.getEnvelope().getRoutingKey()
                    + "', correlation id "
                    + delivery.getProperties().getCorrelationId()
                    + ", message id "
                    + delivery.getProperties().getMessageId()
                    + ", "
                    + delivery.getBody().length
                    + " bytes)";
        }

        @Override
        public boolean setMessageIdentifiers(String correlationId, long deliveryTag) {
            thrownHere = true;
            if (deliveryTag != tag()) {
                throw new IllegalStateException(
                        what() + " was given the delivery tag " + deliveryTag + " by its schema");
            }
            if (named && !Objects.equals(id, correlationId)) {
                throw new IllegalStateException(
                        what()
                                + " was given two ids by its schema: "
                                + id
                                + " and "
                                + correlationId
                                + ". Name a message once, before its first record.");
            }
            if (!named) {
                name(correlationId);
            }
            thrownHere = false;
            return wanted;
        }

        private void name(String correlationId) {
            if (usesCorrelationId && correlationId == null) {
                throw new IllegalStateException(
                        what()
                                + " has no correlation id, and the source was told to use them. Have"
                                + " the producer set the property correlation_id, a value of its own"
                                + " for each message; or take the id from elsewhere in an"
                                + " RMQDeserializationSchema; or make the source without"
                                + " usesCorrelationId (at least once).");
            }
            named = true;
            id = correlationId;
            wanted = true;
            if (autoAck) {
                return;
            }
            sessionIds.add(tag());
            if (usesCorrelationId && !addId(correlationId)) {
                wanted = false;
                duplicates.inc();
            }
        }

        @Override
        public void collect(OUT record) {
            if (!named) {
                setMessageIdentifiers(delivery.getProperties().getCorrelationId(), tag());
            }
            if (!wanted || ended) {
                return;
            }
            if (deliveryDeserializer.isEndOfStream(record)) {
                ended = true;
                return;
            }
            thrownHere = true;
            out.collect(record);
            thrownHere = false;
        }

        @Override
        public void close() {}
    }

    /**
     * Says it when the source has been waiting for its own checkpoint: the broker has sent as many
     * messages as it may.
     */
    private final class Standstill {

        private long since;
        private int times;
        private long saidAt;

        void over() {
            since = 0;
        }

        void look(int unacknowledged) {
            int prefetch = rmqConnectionConfig.getPrefetchCount().orElse(0);
            if (autoAck || prefetch == 0 || unacknowledged < prefetch) {
                since = 0;
                return;
            }
            long now = System.nanoTime() / 1_000_000;
            if (since == 0) {
                since = now;
                times++;
            }
            boolean saidLately = saidAt != 0 && now - saidAt < STILL_AGAIN_MS;
            if (saidLately || now - since < STILL_MS && times < STILL_TIMES) {
                return;
            }
            LOG.warn(
                    "The source {} waits for checkpoints, this time for {} ms: it holds {} messages of"
                            + " the queue '{}' that are not acknowledged, and its prefetch count lets"
                            + " the broker send no more than {}. No more than that are read from one"
                            + " completed checkpoint to the next. Set a prefetch count of at least twice"
                            + " the messages of that time, or none, or take checkpoints more often.",
                    name(),
                    now - since,
                    unacknowledged,
                    queueName,
                    prefetch);
            saidAt = now;
            times = 0;
        }
    }
}
