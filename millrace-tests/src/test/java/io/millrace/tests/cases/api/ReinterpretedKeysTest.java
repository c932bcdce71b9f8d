// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.DataStreamUtils;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.util.CloseableIterator;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ReinterpretedKeysTest {

    /** Counts the records of each key. */
    private static final class Count
            extends KeyedProcessFunction<Long, Tuple2<Long, Long>, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;
        private final Fault fault;
        private transient ValueState<Long> seen;

        Count(Fault fault) {
            this.fault = fault;
        }

        @Override
        public void open(OpenContext context) {
            seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Types.LONG));
        }

        @Override
        public void processElement(
                Tuple2<Long, Long> value, Context context, Collector<Tuple2<Long, Long>> out)
                throws Exception {
            fault.strike("now");
            long now = seen.value() == null ? 1 : seen.value() + 1;
            seen.update(now);
            out.collect(Tuple2.of(context.getCurrentKey(), now));
        }
    }

    @DisplayName(
            "A19: reinterpretAsKeyedStream saves the exchange, has state per key, and keeps it over a restart")
    @Test
    void a19(@TempDir Path directory) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2, Jobs.checkpointsIn(directory));
        env.enableCheckpointing(20);
        Jobs.restarts(env, 2);
        Gate gate = new Gate();
        Fault fault = Fault.onDemand();
        DataStream<Tuple2<Long, Long>> first =
                env.fromSource(
                                NumberSource.numbers(0, 4_999).paced(Pace.behind(gate)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .map(n -> Tuple2.of(n % 50, n))
                        .returns(Types.TUPLE(Types.LONG, Types.LONG))
                        .keyBy(pair -> pair.f0)
                        .process(new Count(Fault.times(0)));
        KeyedStream<Tuple2<Long, Long>, Long> again =
                DataStreamUtils.reinterpretAsKeyedStream(first, pair -> pair.f0, Types.LONG);
        CloseableIterator<Tuple2<Long, Long>> results =
                again.process(new Count(fault)).executeAndCollect("a19");
        assertThat(again.getKeyType()).isEqualTo(Types.LONG);

        gate.letReadUpTo(1_000);
        Map<Long, Long> highest = new HashMap<>();
        for (int i = 0; i < 1_000; i++) { // so there is a checkpoint to go back to
            Tuple2<Long, Long> result = results.next();
            highest.merge(result.f0, result.f1, Math::max);
        }
        fault.arm();
        gate.open();
        results.forEachRemaining(result -> highest.merge(result.f0, result.f1, Math::max));

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(highest).hasSize(50).allSatisfy((key, n) -> assertThat(n).isEqualTo(100L));
        results.close();
    }
}
