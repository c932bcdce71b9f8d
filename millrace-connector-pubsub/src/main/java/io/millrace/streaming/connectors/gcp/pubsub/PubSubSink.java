// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import com.google.auth.Credentials;
import com.google.protobuf.ByteString;
import com.google.pubsub.v1.ProjectTopicName;
import com.google.pubsub.v1.PublisherGrpc;
import com.google.pubsub.v1.PubsubMessage;
import io.grpc.ManagedChannel;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.RuntimeContextInitializationContextAdapters;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.configuration.Configuration;
import io.millrace.pubsub.Channels;
import io.millrace.pubsub.PubSubMessageSchema;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;

/**
 * Publishes to a topic of Google Pub/Sub, each record at least once: a checkpoint completes only
 * when the service has taken all messages before it. After a failure some are published again, as
 * new messages with new ids; give them an attribute by which their reader knows them, if it must.
 *
 * <p>With a {@link PubSubMessageSchema} messages have ordering keys and attributes. Messages with
 * one key are published in their order. After a failure the order begins anew at the last
 * checkpoint.
 *
 * <p>What the service can't take at present is sent again, for two minutes; then, or if the service
 * refuses it, the job fails.
 *
 * @param <IN> the records
 */
@PublicEvolving
public class PubSubSink<IN> extends PublishingSink<IN> implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** What the service takes of one message, all included. */
    private static final int LARGEST = 10_000_000;

    private final SerializationSchema<IN> schema;
    private final String topic;
    private final Credentials credentials;
    private final String emulator;

    private transient ManagedChannel channel;
    private transient Outbox outbox;

    private PubSubSink(PubSubSinkBuilder<IN> builder) {
        this.schema = builder.schema;
        this.topic = ProjectTopicName.format(builder.project, builder.topic);
        this.credentials = builder.credentials;
        this.emulator = builder.emulator;
    }

    /** Begins to build one. */
    public static SerializationSchemaBuilder newBuilder() {
        return new SerializationSchemaBuilder();
    }

    private String name() {
        return "The sink '" + getRuntimeContext().getTaskInfo().getTaskNameWithSubtasks() + "'";
    }

    @Override
    @SuppressWarnings("deprecation") // the mirrored signature is the older one
    public void open(Configuration configuration) throws Exception {
        schema.open(
                RuntimeContextInitializationContextAdapters.serializationAdapter(
                        getRuntimeContext()));
        Credentials identity = emulator == null ? Channels.orDefault(credentials) : null;
        channel = Channels.to(emulator == null ? Channels.SERVICE : emulator, emulator != null);
        PublisherGrpc.PublisherStub stub = PublisherGrpc.newStub(channel);
        if (identity != null) {
            stub = stub.withCallCredentials(Channels.forCalls(identity));
        }
        outbox = new Outbox(topic, channel, stub, patience());
    }

    /** For how long the service may be away. */
    Duration patience() {
        return PATIENCE;
    }

    @Override
    public void invoke(IN message, Context context) {
        PubsubMessage made;
        if (schema instanceof PubSubMessageSchema<IN> whole) {
            made = whole.message(message);
        } else {
            made =
                    PubsubMessage.newBuilder()
                            .setData(ByteString.copyFrom(schema.serialize(message)))
                            .build();
        }
        if (made.getSerializedSize() > LARGEST) {
            throw new IllegalArgumentException(
                    name()
                            + " was given a record that makes a message of "
                            + made.getSerializedSize()
                            + " bytes for "
                            + topic
                            + "; the service takes "
                            + LARGEST
                            + " at most. Write large values elsewhere and publish where they are.");
        }
        try {
            outbox.add(made);
        } catch (IOException e) { // the mirrored signature has none
            throw new UncheckedIOException(name() + " can't go on. " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    name() + " was interrupted while it waited for the service", e);
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        flush();
    }

    /** There is no state: what was not published before a failure is published after it. */
    @Override
    public void initializeState(FunctionInitializationContext context) {}

    @Override
    void flush() throws Exception {
        if (outbox == null) {
            return;
        }
        try {
            outbox.flush();
        } catch (IOException e) {
            throw new IOException(name() + " can't go on. " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws Exception {
        if (outbox != null) {
            outbox.close();
            outbox = null;
        }
        if (channel != null) {
            ManagedChannel last = channel;
            channel = null;
            Channels.close(last.shutdownNow());
        }
        super.close();
    }

    // ------------------------------------------------------------------ builders

    /** Asks for the schema. */
    public static class SerializationSchemaBuilder {

        public SerializationSchemaBuilder() {}

        /**
         * Makes the data of messages; or, if it is a {@link PubSubMessageSchema}, whole messages.
         */
        public <IN> ProjectNameBuilder<IN> withSerializationSchema(
                SerializationSchema<IN> serializationSchema) {
            return new PubSubSinkBuilder<>(serializationSchema);
        }
    }

    /** Asks for the project. */
    public interface ProjectNameBuilder<IN> {

        /** The project's id. */
        TopicNameBuilder<IN> withProjectName(String projectName);
    }

    /** Asks for the topic. */
    public interface TopicNameBuilder<IN> {

        /** The topic's name, without its project. It must exist. */
        PubSubSinkBuilder<IN> withTopicName(String topicName);
    }

    /** Sets what is to be otherwise. */
    public static class PubSubSinkBuilder<IN>
            implements ProjectNameBuilder<IN>, TopicNameBuilder<IN> {

        private final SerializationSchema<IN> schema;
        private String project;
        private String topic;
        private Credentials credentials;
        private String emulator;

        private PubSubSinkBuilder(SerializationSchema<IN> schema) {
            this.schema = Objects.requireNonNull(schema, "serializationSchema");
        }

        /**
         * What the sink identifies itself by; they are written into the job. Without any the sink
         * looks for those of Google's default chain where it runs.
         */
        public PubSubSinkBuilder<IN> withCredentials(Credentials credentials) {
            this.credentials = credentials;
            return this;
        }

        @Override
        public TopicNameBuilder<IN> withProjectName(String projectName) {
            this.project = Objects.requireNonNull(projectName, "projectName");
            return this;
        }

        @Override
        public PubSubSinkBuilder<IN> withTopicName(String topicName) {
            this.topic = Objects.requireNonNull(topicName, "topicName");
            return this;
        }

        /** Publishes to an emulator: plain text, no credentials. */
        public PubSubSinkBuilder<IN> withHostAndPortForEmulator(String hostAndPort) {
            this.emulator = Channels.hostAndPort(hostAndPort);
            return this;
        }

        /** The sink. Nothing is connected to yet. */
        public PubSubSink<IN> build() throws IOException {
            return new PubSubSink<>(this);
        }
    }
}
