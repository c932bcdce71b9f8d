// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Public;
import io.millrace.api.common.JobID;
import io.millrace.api.common.JobInfo;
import io.millrace.api.common.TaskInfo;
import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.api.common.operators.ProcessingTimeService;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.metrics.groups.SinkWriterMetricGroup;
import io.millrace.util.UserCodeClassLoader;
import java.io.IOException;
import java.io.Serializable;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Takes records out of the job: makes one writer per subtask. With {@link SupportsWriterState} its
 * writers have state, with {@link SupportsCommitter} what they write becomes visible by commits
 * that belong to checkpoints.
 */
@Public
public interface Sink<InputT> extends Serializable {

    /** Older form of {@link #createWriter(WriterInitContext)}, which calls it. */
    SinkWriter<InputT> createWriter(InitContext context) throws IOException;

    /** A new writer. */
    default SinkWriter<InputT> createWriter(WriterInitContext context) throws IOException {
        return createWriter(new InitContextWrapper(context));
    }

    /** Older form of {@link WriterInitContext}. */
    interface InitContext extends io.millrace.api.connector.sink2.InitContext {

        UserCodeClassLoader getUserCodeClassLoader();

        /** Runs things between records, on the writer's own thread. */
        MailboxExecutor getMailboxExecutor();

        ProcessingTimeService getProcessingTimeService();

        SinkWriterMetricGroup metricGroup();

        SerializationSchema.InitializationContext asSerializationSchemaInitializationContext();

        boolean isObjectReuseEnabled();

        /** A serializer for what comes in. */
        <IN> TypeSerializer<IN> createInputSerializer();

        /** Takes what a writer wants to tell about its records, when somebody listens. */
        default <MetaT> Optional<Consumer<MetaT>> metadataConsumer() {
            return Optional.empty();
        }
    }

    /** The newer context in the older form. */
    class InitContextWrapper implements InitContext {

        private final WriterInitContext wrapped;

        public InitContextWrapper(WriterInitContext wrapped) {
            this.wrapped = Objects.requireNonNull(wrapped, "wrapped");
        }

        @Override
        public int getSubtaskId() {
            return wrapped.getSubtaskId();
        }

        @Override
        public int getNumberOfParallelSubtasks() {
            return wrapped.getNumberOfParallelSubtasks();
        }

        @Override
        public int getAttemptNumber() {
            return wrapped.getAttemptNumber();
        }

        @Override
        public OptionalLong getRestoredCheckpointId() {
            return wrapped.getRestoredCheckpointId();
        }

        @Override
        public JobID getJobId() {
            return wrapped.getJobId();
        }

        @Override
        public JobInfo getJobInfo() {
            return wrapped.getJobInfo();
        }

        @Override
        public TaskInfo getTaskInfo() {
            return wrapped.getTaskInfo();
        }

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            return wrapped.getUserCodeClassLoader();
        }

        @Override
        public MailboxExecutor getMailboxExecutor() {
            return wrapped.getMailboxExecutor();
        }

        @Override
        public ProcessingTimeService getProcessingTimeService() {
            return wrapped.getProcessingTimeService();
        }

        @Override
        public SinkWriterMetricGroup metricGroup() {
            return wrapped.metricGroup();
        }

        @Override
        public SerializationSchema.InitializationContext
                asSerializationSchemaInitializationContext() {
            return wrapped.asSerializationSchemaInitializationContext();
        }

        @Override
        public boolean isObjectReuseEnabled() {
            return wrapped.isObjectReuseEnabled();
        }

        @Override
        public <IN> TypeSerializer<IN> createInputSerializer() {
            return wrapped.createInputSerializer();
        }

        @Override
        public <MetaT> Optional<Consumer<MetaT>> metadataConsumer() {
            return wrapped.metadataConsumer();
        }
    }
}
