// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Public;
import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.api.common.operators.ProcessingTimeService;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.metrics.groups.SinkWriterMetricGroup;
import io.millrace.util.UserCodeClassLoader;
import java.util.Optional;
import java.util.function.Consumer;

/** What surrounds a writer. */
@Public
public interface WriterInitContext extends InitContext {

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
