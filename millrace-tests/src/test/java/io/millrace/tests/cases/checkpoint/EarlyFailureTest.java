// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Shared;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A failure before any checkpoint has completed. */
class EarlyFailureTest {

    @Test
    @DisplayName("C19: without a checkpoint all subtasks start again from their first record")
    void c19WithoutACheckpointAllSubtasksStartAgain() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(10_000);
        Jobs.restarts(env, 1);
        Fault fault = Fault.once();
        Shared<Map<String, Long>> first = Shared.of(new ConcurrentHashMap<>());
        Collected<Tuple2<Long, Long>> counts = new Collected<>();
        env.fromSource(
                        NumberSource.numbers(1, 1000).inSplits(2),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(new FailsInSubtaskOne(fault, first))
                .keyBy(value -> value % 10)
                .map(new Counts())
                .addSink(counts);
        Jobs.run(env, "C19");

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(first.get())
                .containsEntry("attempt 1, subtask 0", 1L)
                .containsEntry("attempt 1, subtask 1", 2L);
        Map<Long, Long> last = new HashMap<>();
        counts.values().forEach(count -> last.put(count.f0, count.f1));
        assertThat(last).hasSize(10);
        assertThat(last.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(1000);
    }

    private static final class FailsInSubtaskOne extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final Fault fault;
        private final Shared<Map<String, Long>> first;
        private transient int seen;

        FailsInSubtaskOne(Fault fault, Shared<Map<String, Long>> first) {
            this.fault = fault;
            this.first = first;
        }

        @Override
        public Long map(Long value) {
            int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
            first.get().putIfAbsent("attempt " + attempt + ", subtask " + subtask, value);
            if (subtask == 1 && ++seen > 100) {
                fault.strike("after the 100th record");
            }
            return value;
        }
    }

    private static final class Counts extends RichMapFunction<Long, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public Tuple2<Long, Long> map(Long value) throws Exception {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            return Tuple2.of(value % 10, now);
        }
    }
}
