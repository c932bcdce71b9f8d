// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.JobInfo;
import io.millrace.api.common.TaskInfo;
import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.api.common.operators.ProcessingTimeService;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.metrics.MetricGroup;
import io.millrace.metrics.groups.SinkWriterMetricGroup;
import io.millrace.util.UserCodeClassLoader;
import java.util.OptionalLong;

/** What a sink's writer learns when it is made. */
final class SinkContext implements WriterInitContext {

    private final OperatorContext context;
    private final TypeInformation<?> inputType;
    private final Whereabouts whereabouts;
    private final SinkMetrics.Writer metrics;
    private final TaskMailbox mailbox;

    SinkContext(OperatorContext context, TypeInformation<?> inputType) {
        this.context = context;
        this.inputType = inputType;
        this.whereabouts = new Whereabouts(context);
        this.metrics = new SinkMetrics.Writer(context.metrics().group());
        this.mailbox = new TaskMailbox(context);
    }

    @Override
    public OptionalLong getRestoredCheckpointId() {
        return context.restoredCheckpointId();
    }

    @Override
    public JobInfo getJobInfo() {
        return whereabouts;
    }

    @Override
    public TaskInfo getTaskInfo() {
        return whereabouts;
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        return new UserLoader(context.userClassLoader());
    }

    @Override
    public MailboxExecutor getMailboxExecutor() {
        return mailbox;
    }

    @Override
    public ProcessingTimeService getProcessingTimeService() {
        return new TaskTime(context);
    }

    @Override
    public SinkWriterMetricGroup metricGroup() {
        return metrics;
    }

    @Override
    public SerializationSchema.InitializationContext asSerializationSchemaInitializationContext() {
        return new SerializationSchema.InitializationContext() {
            @Override
            public MetricGroup getMetricGroup() {
                return metrics;
            }

            @Override
            public UserCodeClassLoader getUserCodeClassLoader() {
                return SinkContext.this.getUserCodeClassLoader();
            }
        };
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return context.executionConfig().isObjectReuseEnabled();
    }

    @Override
    @SuppressWarnings("unchecked") // the sink names the type of its own input
    public <I> TypeSerializer<I> createInputSerializer() {
        return (TypeSerializer<I>) Serializers.of(inputType, context.executionConfig());
    }
}
