// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.engine.FitCheck;
import io.millrace.engine.StateVerdict;
import io.millrace.engine.inspect.Progress;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.spi.Programs;
import io.millrace.state.api.OperatorIdentifier;
import io.millrace.state.api.OperatorTransformation;
import io.millrace.state.api.SavepointWriter;
import io.millrace.state.api.functions.KeyedStateBootstrapFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A function that does not return from being opened, in a comparison with a checkpoint. */
@Timeout(60)
class CheckLimitTest {

    @TempDir Path folder;

    private static final class Fills extends KeyedStateBootstrapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> before;
        private transient ValueState<Long> after;

        @Override
        public void open(OpenContext context) {
            before = getRuntimeContext().getState(new ValueStateDescriptor<>("before", Types.LONG));
            after = getRuntimeContext().getState(new ValueStateDescriptor<>("after", Types.LONG));
        }

        @Override
        public void processElement(Long value, Context context) throws Exception {
            before.update(value);
            after.update(value);
        }
    }

    private static final class Waits extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;
        static final CountDownLatch NEVER = new CountDownLatch(1);
        static final CountDownLatch GIVEN_UP = new CountDownLatch(1);

        @Override
        public void open(OpenContext context) throws Exception {
            getRuntimeContext().getState(new ValueStateDescriptor<>("before", Types.LONG));
            try {
                NEVER.await();
            } catch (InterruptedException e) {
                GIVEN_UP.countDown();
                throw e;
            }
            getRuntimeContext().getState(new ValueStateDescriptor<>("after", Types.LONG));
        }

        @Override
        public void processElement(Long value, Context context, Collector<Long> out) {}
    }

    @Test
    @DisplayName("What a function has not asked for within the limit is unknown, and it is stopped")
    void whatAFunctionHasNotAskedForWithinTheLimitIsUnknown() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        SavepointWriter.newSavepoint(env, 128)
                .withOperator(
                        OperatorIdentifier.forUid("waits"),
                        OperatorTransformation.bootstrapWith(env.fromSequence(1, 3))
                                .keyBy(value -> value, Types.LONG)
                                .transform(new Fills()))
                .write(folder.resolve("savepoint").toString());
        StreamExecutionEnvironment program = StreamExecutionEnvironment.getExecutionEnvironment();
        program.fromSequence(1, 3)
                .keyBy(value -> value, Types.LONG)
                .process(new Waits())
                .returns(Types.LONG)
                .uid("waits")
                .setMaxParallelism(128)
                .sinkTo(new DiscardingSink<>());

        FitCheck check =
                FitCheck.of(
                        Programs.pipeline(program, null),
                        Snapshot.open(folder.resolve("savepoint").toString()),
                        new FitCheck.Manner(true, Duration.ofMillis(500)),
                        Progress.NONE);

        FitCheck.OperatorFit waits =
                check.operators().stream()
                        .filter(each -> each.uid().equals("waits"))
                        .findFirst()
                        .orElseThrow();
        assertThat(waits.states())
                .filteredOn(each -> each.name().equals("before"))
                .extracting(StateVerdict::verdict)
                .containsExactly(StateVerdict.Verdict.MATCHED);
        assertThat(waits.states())
                .filteredOn(each -> each.name().equals("after"))
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.verdict()).isEqualTo(StateVerdict.Verdict.UNKNOWN);
                            assertThat(each.why()).contains("not come to an end within 500 ms");
                        });
        assertThat(check.isAllKnown()).isFalse();
        assertThat(check.fits(false)).isTrue();
        assertThat(Waits.GIVEN_UP.await(30, TimeUnit.SECONDS)).isTrue();
    }
}
