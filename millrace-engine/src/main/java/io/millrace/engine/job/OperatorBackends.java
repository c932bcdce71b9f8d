// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.task.TaskContext;
import io.millrace.metrics.MetricGroup;
import io.millrace.spi.types.RuntimeTypeSerializer;

/**
 * Makes the state backends of one operator in one subtask, with what the restore plan deals to it.
 */
final class OperatorBackends implements TaskContext.Backends {

    private final JobContext context;
    private final RestorePlan restore;
    private final Vertex vertex;
    private final int subtask;
    private final PlannedOperator operator;
    private final MetricGroup metrics;

    OperatorBackends(
            JobContext context,
            RestorePlan restore,
            Vertex vertex,
            int subtask,
            PlannedOperator operator,
            MetricGroup metrics) {
        this.context = context;
        this.restore = restore;
        this.vertex = vertex;
        this.subtask = subtask;
        this.operator = operator;
        this.metrics = metrics;
    }

    @Override
    public KeyedStateBackend<?> keyed() throws Exception {
        if (!operator.transformation().isKeyed()) {
            return null;
        }
        KeyGroupRange own =
                KeyGroups.range(subtask, vertex.parallelism(), operator.maxParallelism());
        return context.backends()
                .create(
                        new KeyedStateRequest<>(
                                operator.transformation().name(),
                                uid(),
                                operator.id(),
                                subtask,
                                keySerializer(),
                                operator.maxParallelism(),
                                own,
                                context.executionConfig(),
                                metrics,
                                restore.keyedStates(operator.id(), own)));
    }

    @Override
    public OperatorStateBackend operator() throws Exception {
        HeapOperatorStateBackend backend =
                new HeapOperatorStateBackend(
                        operator.transformation().name(),
                        uid(),
                        context.executionConfig(),
                        restore.operatorStates(operator, subtask, vertex.parallelism()),
                        subtask,
                        vertex.parallelism());
        backend.keepKeyGroups(
                KeyGroups.range(subtask, vertex.parallelism(), operator.maxParallelism()));
        return backend;
    }

    private String uid() {
        String uid = operator.transformation().uid();
        return uid == null ? operator.id().value() : uid;
    }

    private TypeSerializer<?> keySerializer() {
        TypeInformation<?> type = operator.transformation().keyType();
        return type instanceof MissingTypeInfo
                ? new RuntimeTypeSerializer<>(context.executionConfig().getSerializerConfig())
                : type.createSerializer(context.executionConfig().getSerializerConfig());
    }
}
