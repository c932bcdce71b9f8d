// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics.groups;

import io.millrace.annotation.Internal;
import io.millrace.metrics.CharacterFilter;
import io.millrace.metrics.Counter;
import io.millrace.metrics.Gauge;
import io.millrace.metrics.Histogram;
import io.millrace.metrics.Meter;
import io.millrace.metrics.MetricGroup;
import io.millrace.metrics.SimpleCounter;
import java.util.Map;

/** A group that shows its metrics to nobody, for tests and for places without metrics. */
@Internal
public class UnregisteredMetricsGroup implements MetricGroup {

    @Override
    public Counter counter(String name) {
        return new SimpleCounter();
    }

    @Override
    public <C extends Counter> C counter(String name, C counter) {
        return counter;
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        return gauge;
    }

    @Override
    public <M extends Meter> M meter(String name, M meter) {
        return meter;
    }

    @Override
    public <H extends Histogram> H histogram(String name, H histogram) {
        return histogram;
    }

    @Override
    public MetricGroup addGroup(String name) {
        return new UnregisteredMetricsGroup();
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
        return new UnregisteredMetricsGroup();
    }

    @Override
    public String[] getScopeComponents() {
        return new String[0];
    }

    @Override
    public Map<String, String> getAllVariables() {
        return Map.of();
    }

    @Override
    public String getMetricIdentifier(String metricName) {
        return metricName;
    }

    @Override
    public String getMetricIdentifier(String metricName, CharacterFilter filter) {
        return filter.filterCharacters(metricName);
    }

    /** A group for an operator. */
    public static OperatorMetricGroup createOperatorMetricGroup() {
        return new UnregisteredOperatorMetricGroup();
    }

    /** A group for records and bytes. */
    public static OperatorIOMetricGroup createOperatorIOMetricGroup() {
        return new UnregisteredOperatorIOMetricGroup();
    }

    /** A group for a source reader. */
    public static SourceReaderMetricGroup createSourceReaderMetricGroup() {
        return new UnregisteredSourceReaderMetricGroup();
    }

    /** A group for a split enumerator. */
    public static SplitEnumeratorMetricGroup createSplitEnumeratorMetricGroup() {
        return new UnregisteredSplitEnumeratorMetricGroup();
    }

    /** A group for a sink writer. */
    public static SinkWriterMetricGroup createSinkWriterMetricGroup() {
        return new UnregisteredSinkWriterMetricGroup();
    }

    private static class UnregisteredOperatorMetricGroup extends UnregisteredMetricsGroup
            implements OperatorMetricGroup {

        private final OperatorIOMetricGroup io = new UnregisteredOperatorIOMetricGroup();

        @Override
        public OperatorIOMetricGroup getIOMetricGroup() {
            return io;
        }
    }

    private static class UnregisteredOperatorIOMetricGroup extends UnregisteredMetricsGroup
            implements OperatorIOMetricGroup {

        private final Counter recordsIn = new SimpleCounter();
        private final Counter recordsOut = new SimpleCounter();
        private final Counter bytesIn = new SimpleCounter();
        private final Counter bytesOut = new SimpleCounter();

        @Override
        public Counter getNumRecordsInCounter() {
            return recordsIn;
        }

        @Override
        public Counter getNumRecordsOutCounter() {
            return recordsOut;
        }

        @Override
        public Counter getNumBytesInCounter() {
            return bytesIn;
        }

        @Override
        public Counter getNumBytesOutCounter() {
            return bytesOut;
        }
    }

    private static class UnregisteredSourceReaderMetricGroup extends UnregisteredOperatorMetricGroup
            implements SourceReaderMetricGroup {

        private final Counter errors = new SimpleCounter();

        @Override
        public Counter getNumRecordsInErrorsCounter() {
            return errors;
        }

        @Override
        public void setPendingBytesGauge(Gauge<Long> pendingBytesGauge) {}

        @Override
        public void setPendingRecordsGauge(Gauge<Long> pendingRecordsGauge) {}
    }

    private static class UnregisteredSplitEnumeratorMetricGroup extends UnregisteredMetricsGroup
            implements SplitEnumeratorMetricGroup {

        @Override
        public <G extends Gauge<Long>> G setUnassignedSplitsGauge(G unassignedSplitsGauge) {
            return unassignedSplitsGauge;
        }
    }

    private static class UnregisteredSinkWriterMetricGroup extends UnregisteredOperatorMetricGroup
            implements SinkWriterMetricGroup {

        private final Counter sendErrors = new SimpleCounter();
        private final Counter recordsSent = new SimpleCounter();
        private final Counter bytesSent = new SimpleCounter();

        @Deprecated
        @Override
        public Counter getNumRecordsOutErrorsCounter() {
            return sendErrors;
        }

        @Override
        public Counter getNumRecordsSendErrorsCounter() {
            return sendErrors;
        }

        @Override
        public Counter getNumRecordsSendCounter() {
            return recordsSent;
        }

        @Override
        public Counter getNumBytesSendCounter() {
            return bytesSent;
        }

        @Override
        public void setCurrentSendTimeGauge(Gauge<Long> currentSendTimeGauge) {}
    }
}
