// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.configuration.Configuration;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.SourceLetter;
import io.millrace.engine.metrics.ForwardingMetricGroup;
import io.millrace.metrics.Counter;
import io.millrace.metrics.Gauge;
import io.millrace.metrics.groups.OperatorIOMetricGroup;
import io.millrace.metrics.groups.OperatorMetricGroup;
import io.millrace.metrics.groups.SourceReaderMetricGroup;
import io.millrace.spi.ReaderRuntime;
import io.millrace.spi.ReaderTime;
import io.millrace.util.UserCodeClassLoader;

/** What a source's reader learns of its surroundings, and how it writes to its enumerator. */
final class ReaderContext implements SourceReaderContext, ReaderTime, ReaderRuntime {

    /** All readers run in this process. */
    static final String HOST = "localhost";

    private final OperatorContext context;
    private final Configuration configuration;
    private final Metrics metrics;

    ReaderContext(OperatorContext context, Configuration configuration) {
        this.context = context;
        this.configuration = configuration;
        this.metrics = new Metrics(context.metrics().group());
    }

    @Override
    public SourceReaderMetricGroup metricGroup() {
        return metrics;
    }

    @Override
    public Configuration getConfiguration() {
        return configuration;
    }

    @Override
    public String getLocalHostName() {
        return HOST;
    }

    @Override
    public int getIndexOfSubtask() {
        return context.subtask();
    }

    @Override
    public int currentParallelism() {
        return context.parallelism();
    }

    @Override
    public void sendSplitRequest() {
        context.sendToCoordinator(new SourceLetter.RequestSplit(context.subtask(), HOST));
    }

    @Override
    public void sendSourceEventToCoordinator(SourceEvent sourceEvent) {
        context.sendToCoordinator(
                new SourceLetter.SourceEventToCoordinator(context.subtask(), sourceEvent));
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        return new UserLoader(context.userClassLoader());
    }

    @Override
    public RuntimeContext runtimeContext() {
        return new FunctionContext(context);
    }

    @Override
    public long nanos() {
        return context.clock().nanos();
    }

    @Override
    public void after(long delayMs, Runnable action) {
        context.schedule(context.clock().millis() + delayMs, timestamp -> action.run());
    }

    private static final class Metrics extends ForwardingMetricGroup
            implements SourceReaderMetricGroup {
        private final OperatorMetricGroup group;
        private final Counter inErrors;

        Metrics(OperatorMetricGroup group) {
            super(group);
            this.group = group;
            this.inErrors = group.counter("numRecordsInErrors");
        }

        @Override
        public OperatorIOMetricGroup getIOMetricGroup() {
            return group.getIOMetricGroup();
        }

        @Override
        public Counter getNumRecordsInErrorsCounter() {
            return inErrors;
        }

        @Override
        public void setPendingBytesGauge(Gauge<Long> pendingBytesGauge) {
            group.gauge("pendingBytes", pendingBytesGauge);
        }

        @Override
        public void setPendingRecordsGauge(Gauge<Long> pendingRecordsGauge) {
            group.gauge("pendingRecords", pendingRecordsGauge);
        }
    }
}
