// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.Collector;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Timers across a failure. */
class TimersTest {

    /** A machine so slow that a job restarts later than this has another trouble. */
    private static final long LONGEST_MS = 40_000;

    @Test
    @DisplayName(
            "M14, CK-107, ST-46: timers of both domains registered before a failure fire once, after it")
    void m14TimersRegisteredBeforeAFailureFireAfterIt() throws Exception {
        // The failure has to come before the timers are due; a slow machine gets more time for it.
        long dueInMs = 1200;
        List<String> seen = run(dueInMs);
        while (dueInMs < LONGEST_MS && firedBeforeTheFailure(seen)) {
            dueInMs *= 3;
            seen = run(dueInMs);
        }
        assertThat(seen.subList(0, 2))
                .containsExactlyInAnyOrder("registered 1, attempt 0", "registered 0, attempt 0");
        assertThat(seen.subList(2, 4))
                .containsExactlyInAnyOrder(
                        "PROCESSING_TIME timer of key 1, attempt 1",
                        "PROCESSING_TIME timer of key 0, attempt 1");
        assertThat(seen.subList(4, seen.size()))
                .containsExactlyInAnyOrder(
                        "EVENT_TIME timer of key 1, attempt 1",
                        "EVENT_TIME timer of key 0, attempt 1");
    }

    private static boolean firedBeforeTheFailure(List<String> seen) {
        return seen.stream()
                .anyMatch(each -> each.contains("timer of key") && each.endsWith("attempt 0"));
    }

    private static List<String> run(long dueInMs) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        Jobs.restarts(env, 1);
        Gate gate = new Gate();
        CheckpointLog log = new CheckpointLog();
        Fault fault = Fault.onDemand();
        Collected<String> fired = new Collected<>();
        // The numbers are their own timestamps: 1 and 2 register, 3 fails, 11 and later let event
        // time pass 10.
        env.fromSource(
                        NumberSource.numbers(1, 20).paced(Pace.behind(gate)),
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((value, before) -> value),
                        "numbers")
                .map(log.<Long>probe())
                .keyBy(value -> value % 2)
                .process(new Registers(fault, dueInMs))
                .addSink(fired);
        RunningJob job = Jobs.start(env, "M14");
        gate.letReadUpTo(2);
        Await.until("both keys have registered", () -> fired.size() == 2);
        log.awaitFurtherCompleted(2);
        fault.arm();
        gate.letReadUpTo(3);
        log.awaitOpened(2);
        gate.letReadUpTo(9);
        Await.until("the processing-time timers have fired", () -> fired.size() >= 4);
        gate.open();
        job.awaitFinished();

        assertThat(fault.struck()).isEqualTo(1);
        return fired.values();
    }

    /** The first record of each key registers one timer of each domain; number 3 fails. */
    private static final class Registers extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private final Fault fault;
        private final long dueInMs;

        Registers(Fault fault, long dueInMs) {
            this.fault = fault;
            this.dueInMs = dueInMs;
        }

        @Override
        public void processElement(Long value, Context context, Collector<String> out) {
            if (value <= 2) {
                context.timerService().registerEventTimeTimer(10);
                context.timerService()
                        .registerProcessingTimeTimer(
                                context.timerService().currentProcessingTime() + dueInMs);
                out.collect("registered " + context.getCurrentKey() + attempt());
            } else if (value == 3) {
                fault.strike("at 3");
            }
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            TimeDomain domain = context.timeDomain();
            long now = context.timerService().currentProcessingTime();
            if (domain == TimeDomain.PROCESSING_TIME && now < timestamp) {
                out.collect("too early by " + (timestamp - now) + " ms");
            }
            out.collect(domain + " timer of key " + context.getCurrentKey() + attempt());
        }

        private String attempt() {
            return ", attempt " + getRuntimeContext().getTaskInfo().getAttemptNumber();
        }
    }
}
