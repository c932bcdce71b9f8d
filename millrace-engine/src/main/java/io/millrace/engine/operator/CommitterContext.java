// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.JobInfo;
import io.millrace.api.common.TaskInfo;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.metrics.groups.SinkCommitterMetricGroup;
import java.util.OptionalLong;

/** What a sink's committer learns of its surroundings. */
final class CommitterContext implements CommitterInitContext {
    private final OperatorContext context;
    private final Whereabouts whereabouts;
    private final SinkMetrics.Committing metrics;

    CommitterContext(OperatorContext context, SinkMetrics.Committing metrics) {
        this.context = context;
        this.whereabouts = new Whereabouts(context);
        this.metrics = metrics;
    }

    @Override
    public SinkCommitterMetricGroup metricGroup() {
        return metrics;
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
}
