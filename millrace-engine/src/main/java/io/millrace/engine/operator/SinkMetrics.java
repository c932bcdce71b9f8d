// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.metrics.ForwardingMetricGroup;
import io.millrace.metrics.Counter;
import io.millrace.metrics.Gauge;
import io.millrace.metrics.groups.OperatorIOMetricGroup;
import io.millrace.metrics.groups.OperatorMetricGroup;
import io.millrace.metrics.groups.SinkCommitterMetricGroup;
import io.millrace.metrics.groups.SinkWriterMetricGroup;

/**
 * The metrics of a sink's writer and committer, registered in its operator's group under Flink's
 * names.
 */
final class SinkMetrics {

    private SinkMetrics() {}

    /** For the writer. */
    static final class Writer extends ForwardingMetricGroup implements SinkWriterMetricGroup {
        private final OperatorMetricGroup group;
        private final Counter outErrors;
        private final Counter sendErrors;
        private final Counter sent;
        private final Counter bytesSent;

        Writer(OperatorMetricGroup group) {
            super(group);
            this.group = group;
            this.outErrors = group.counter("numRecordsOutErrors");
            this.sendErrors = group.counter("numRecordsSendErrors");
            this.sent = group.counter("numRecordsSend");
            this.bytesSent = group.counter("numBytesSend");
        }

        @Override
        public OperatorIOMetricGroup getIOMetricGroup() {
            return group.getIOMetricGroup();
        }

        @Override
        @Deprecated
        public Counter getNumRecordsOutErrorsCounter() {
            return outErrors;
        }

        @Override
        public Counter getNumRecordsSendErrorsCounter() {
            return sendErrors;
        }

        @Override
        public Counter getNumRecordsSendCounter() {
            return sent;
        }

        @Override
        public Counter getNumBytesSendCounter() {
            return bytesSent;
        }

        @Override
        public void setCurrentSendTimeGauge(Gauge<Long> currentSendTimeGauge) {
            group.gauge("currentSendTime", currentSendTimeGauge);
        }
    }

    /** For the committer. */
    static final class Committing extends ForwardingMetricGroup
            implements SinkCommitterMetricGroup {
        private final OperatorMetricGroup group;
        private final Counter total;
        private final Counter failure;
        private final Counter retry;
        private final Counter success;
        private final Counter already;

        Committing(OperatorMetricGroup group) {
            super(group);
            this.group = group;
            this.total = group.counter("totalCommittables");
            this.failure = group.counter("failedCommittables");
            this.retry = group.counter("retriedCommittables");
            this.success = group.counter("successfulCommittables");
            this.already = group.counter("alreadyCommittedCommittables");
        }

        @Override
        public OperatorIOMetricGroup getIOMetricGroup() {
            return group.getIOMetricGroup();
        }

        @Override
        public Counter getNumCommittablesTotalCounter() {
            return total;
        }

        @Override
        public Counter getNumCommittablesFailureCounter() {
            return failure;
        }

        @Override
        public Counter getNumCommittablesRetryCounter() {
            return retry;
        }

        @Override
        public Counter getNumCommittablesSuccessCounter() {
            return success;
        }

        @Override
        public Counter getNumCommittablesAlreadyCommittedCounter() {
            return already;
        }

        @Override
        public void setCurrentPendingCommittablesGauge(
                Gauge<Integer> currentPendingCommittablesGauge) {
            group.gauge("pendingCommittables", currentPendingCommittablesGauge);
        }
    }
}
