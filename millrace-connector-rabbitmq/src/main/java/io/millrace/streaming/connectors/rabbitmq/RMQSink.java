// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.millrace.annotation.PublicEvolving;
import io.millrace.annotation.VisibleForTesting;
import io.millrace.api.common.serialization.RuntimeContextInitializationContextAdapters;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.connectors.rabbitmq.common.RMQConnectionConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes messages to RabbitMQ, each at least once: a checkpoint completes only when the broker has
 * confirmed all messages that were written before it. After a failure some are written again, so
 * who reads them must bear it: by the effect of what is read, or by a correlation id ({@link
 * RMQSinkPublishOptions#computeProperties}) that is the same when a record is written again.
 *
 * <p>The job fails when the broker refuses a message, when a mandatory one leads to no queue and
 * there is no listener for that, and when the connection is lost; with {@link #setLogFailuresOnly}
 * it goes on without the messages. A connection that is lost while all messages are confirmed is
 * made anew, unless {@link RMQConnectionConfig.Builder#setAutomaticRecovery} says otherwise: then
 * the job fails. Messages to the queue that the sink was made for are always mandatory.
 *
 * @param <IN> the records
 */
@PublicEvolving
public class RMQSink<IN> extends ConfirmingSink<IN> {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(RMQSink.class);

    /** Of messages that have no properties of their own: kept over a restart of the broker. */
    private static final AMQP.BasicProperties PERSISTENT =
            new AMQP.BasicProperties.Builder().deliveryMode(2).build();

    private static final long SAY_AGAIN_MS = 10_000;
    private static final int CLOSE_MS = 10_000;
    private static final int RECONNECT_PAUSE_MS = 5_000;

    /** The queue that all messages go to; null when the options say where they go. */
    protected final String queueName;

    private final RMQConnectionConfig rmqConnectionConfig;

    protected transient Connection connection;
    protected transient Channel channel;

    /** Makes the body of a message. */
    protected SerializationSchema<IN> schema;

    private boolean logFailuresOnly;

    private final RMQSinkPublishOptions<IN> publishOptions;
    private final SerializableReturnListener returnListener;

    private transient Unconfirmed unconfirmed;
    private transient long nextAttemptAt;

    private RMQSink(
            RMQConnectionConfig rmqConnectionConfig,
            String queueName,
            SerializationSchema<IN> schema,
            RMQSinkPublishOptions<IN> publishOptions,
            SerializableReturnListener returnListener) {
        this.rmqConnectionConfig = Objects.requireNonNull(rmqConnectionConfig, "config");
        this.queueName = queueName;
        this.schema = Objects.requireNonNull(schema, "schema");
        this.publishOptions = publishOptions;
        this.returnListener = returnListener;
    }

    /** All messages go to this queue, which is declared if it is not there. */
    public RMQSink(
            RMQConnectionConfig rmqConnectionConfig,
            String queueName,
            SerializationSchema<IN> schema) {
        this(
                rmqConnectionConfig,
                Objects.requireNonNull(queueName, "queueName"),
                schema,
                null,
                null);
    }

    /** Each message goes where the options say; nothing is declared. */
    public RMQSink(
            RMQConnectionConfig rmqConnectionConfig,
            SerializationSchema<IN> schema,
            RMQSinkPublishOptions<IN> publishOptions) {
        this(
                rmqConnectionConfig,
                null,
                schema,
                Objects.requireNonNull(publishOptions, "publishOptions"),
                null);
    }

    /** The same; mandatory messages that lead to no queue are given to the listener. */
    public RMQSink(
            RMQConnectionConfig rmqConnectionConfig,
            SerializationSchema<IN> schema,
            RMQSinkPublishOptions<IN> publishOptions,
            SerializableReturnListener returnListener) {
        this(
                rmqConnectionConfig,
                null,
                schema,
                Objects.requireNonNull(publishOptions, "publishOptions"),
                Objects.requireNonNull(returnListener, "returnListener"));
    }

    /**
     * Declares the queue on {@link #channel}, if the sink was made for one: durable, not exclusive,
     * kept when nobody reads it. Override it for one that is declared otherwise.
     */
    protected void setupQueue() throws IOException {
        if (queueName != null) {
            channel.queueDeclare(queueName, true, false, false, null);
        }
    }

    /** Makes connections; by default as the configuration says. */
    protected ConnectionFactory setupConnectionFactory() throws Exception {
        return rmqConnectionConfig.getConnectionFactory();
    }

    /** Connects. */
    @VisibleForTesting
    protected Connection setupConnection() throws Exception {
        ConnectionFactory factory = setupConnectionFactory();
        // A connection that the client makes anew by itself has forgotten what was not confirmed.
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }

    /** Whether a message that can't be written is only logged; false unless told. */
    public void setLogFailuresOnly(boolean logFailuresOnly) {
        this.logFailuresOnly = logFailuresOnly;
    }

    // ------------------------------------------------------------------ life

    @Override
    @SuppressWarnings("deprecation") // the mirrored signature is the older one
    public void open(Configuration config) throws Exception {
        schema.open(
                RuntimeContextInitializationContextAdapters.serializationAdapter(
                        getRuntimeContext()));
        try {
            connect(true);
        } catch (Exception e) { // a subclass may throw anything
            disconnect();
            throw new IOException(
                    "The sink "
                            + name()
                            + " can't write to "
                            + rmqConnectionConfig
                            + ": "
                            + Reasons.of(e),
                    e);
        }
    }

    private void connect(boolean declare) throws Exception {
        connection = setupConnection();
        channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the broker allows this connection no channel");
        }
        if (declare) {
            setupQueue();
        }
        Unconfirmed messages = new Unconfirmed();
        unconfirmed = messages;
        channel.confirmSelect();
        channel.addConfirmListener(messages);
        channel.addReturnListener(returnListener == null ? messages : returnListener);
        channel.addShutdownListener(messages);
        connection.addBlockedListener(messages);
    }

    private void disconnect() {
        Connection old = connection;
        connection = null;
        channel = null;
        if (old != null) {
            old.abort(CLOSE_MS);
        }
    }

    private String name() {
        return "'" + getRuntimeContext().getTaskInfo().getTaskNameWithSubtasks() + "'";
    }

    @Override
    public void invoke(IN value) {
        try {
            write(value);
        } catch (IOException e) { // the mirrored signature has none
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "The sink was interrupted while it waited for the broker", e);
        }
    }

    private void write(IN value) throws IOException, InterruptedException {
        byte[] body = schema.serialize(value);
        Unconfirmed.Route route;
        AMQP.BasicProperties properties = null;
        boolean mandatory = true;
        if (publishOptions == null) {
            route = new Unconfirmed.Route("", queueName);
        } else {
            route =
                    new Unconfirmed.Route(
                            publishOptions.computeExchange(value),
                            publishOptions.computeRoutingKey(value));
            properties = publishOptions.computeProperties(value);
            mandatory = publishOptions.computeMandatory(value);
            if (publishOptions.computeImmediate(value)) {
                throw new UnsupportedOperationException(
                        "The options of the sink "
                                + name()
                                + " ask for immediate delivery of a message to "
                                + route
                                + ". RabbitMQ has not had that since version 3.0, and closes the"
                                + " connection over it. Give messages a time to live of 0 instead.");
            }
        }
        awaitAtMost(Unconfirmed.MOST - 1, true);
        if (channel == null || !channel.isOpen()) {
            if (channel != null) {
                // The client says that a channel is closed before it tells its listener: what was
                // on
                // its way must not be forgotten with the connection.
                unconfirmed.shutdownCompleted(channel.getCloseReason());
                throwFailure(unconfirmed.takeFailure());
            }
            if (!reconnected()) {
                return;
            }
        }
        long number = channel.getNextPublishSeqNo();
        try {
            unconfirmed.sending(number, route);
            channel.basicPublish(
                    route.exchange(),
                    route.routingKey(),
                    mandatory,
                    false,
                    properties == null ? PERSISTENT : properties,
                    body);
        } catch (IOException | AlreadyClosedException e) {
            unconfirmed.notSent(number);
            failed(
                    new IOException(
                            "The sink "
                                    + name()
                                    + " can't write to "
                                    + route
                                    + " at "
                                    + rmqConnectionConfig
                                    + ": "
                                    + Reasons.of(e),
                            e));
        }
    }

    @Override
    void awaitConfirms() throws Exception {
        if (unconfirmed != null) {
            awaitAtMost(0, false);
        }
    }

    private void awaitAtMost(int messages, boolean toWrite)
            throws IOException, InterruptedException {
        IOException failure = unconfirmed.takeFailure();
        while (failure == null && !unconfirmed.await(messages, toWrite, SAY_AGAIN_MS)) {
            LOG.warn(
                    "The sink {} waits for the broker at {} to confirm {} messages{}",
                    name(),
                    rmqConnectionConfig,
                    unconfirmed.count(),
                    unconfirmed.blocked() == null
                            ? ""
                            : "; it takes none at present: " + unconfirmed.blocked());
        }
        if (failure == null) {
            failure = unconfirmed.takeFailure();
        }
        throwFailure(failure);
    }

    private void throwFailure(IOException failure) throws IOException {
        if (failure != null) {
            failed(
                    new IOException(
                            "The sink "
                                    + name()
                                    + " at "
                                    + rmqConnectionConfig
                                    + ": "
                                    + failure.getMessage(),
                            failure.getCause()));
        }
    }

    private void failed(IOException failure) throws IOException {
        if (!logFailuresOnly) {
            throw failure;
        }
        LOG.error("Messages may be lost, and the job goes on as it was told to", failure);
    }

    /**
     * Connects again: after nothing was lost with the connection, or where failures are only
     * logged. False if that did not succeed, and the message is lost.
     *
     * @throws IOException if it did not succeed; and if it is not to be tried, for then nothing
     *     would ever be written again, whatever is to be done with failures
     */
    private boolean reconnected() throws IOException {
        long now = System.nanoTime();
        if (nextAttemptAt != 0 && now - nextAttemptAt < 0) {
            return false;
        }
        disconnect();
        if (Boolean.FALSE.equals(rmqConnectionConfig.isAutomaticRecovery())) {
            throw new IOException(
                    "The sink "
                            + name()
                            + " has lost its connection to "
                            + rmqConnectionConfig
                            + ", and is not to make it anew (setAutomaticRecovery(false))");
        }
        try {
            connect(!Boolean.FALSE.equals(rmqConnectionConfig.isTopologyRecovery()));
            nextAttemptAt = 0;
            LOG.info("The sink {} writes to {} again", name(), rmqConnectionConfig);
            return true;
        } catch (Exception e) { // a subclass may throw anything
            disconnect();
            Integer pause = rmqConnectionConfig.getNetworkRecoveryInterval();
            nextAttemptAt =
                    now + TimeUnit.MILLISECONDS.toNanos(pause == null ? RECONNECT_PAUSE_MS : pause);
            failed(
                    new IOException(
                            "The sink "
                                    + name()
                                    + " has lost its connection to "
                                    + rmqConnectionConfig
                                    + " and can't make it anew: "
                                    + Reasons.of(e),
                            e));
            return false;
        }
    }

    @Override
    public void close() {
        Connection last = connection;
        connection = null;
        channel = null;
        if (last == null || !last.isOpen()) {
            return;
        }
        try {
            last.close(CLOSE_MS);
        } catch (IOException | AlreadyClosedException e) {
            // What was written before the last checkpoint or the end is confirmed: nothing is lost.
            LOG.debug("The connection of the sink could not be closed in good order", e);
        }
    }
}
