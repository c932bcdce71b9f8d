// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.snapshot;
import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RestoredShare;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.streaming.api.checkpoint.ListCheckpointed;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The operators once more, on the real state backends: through bytes and back. */
class OperatorsOnHeapStateTest {

    private final Recorder<Object> out = new Recorder<>();

    private static FakeContext context(List<RestoredState> restored) throws Exception {
        FakeContext context = new FakeContext();
        TypeSerializer<String> keys =
                Types.STRING.createSerializer(context.executionConfig.getSerializerConfig());
        context.realKeyedState =
                new HeapKeyedStateBackendFactory()
                        .create(
                                StateBytes.request(
                                        "op",
                                        "u",
                                        keys,
                                        128,
                                        new KeyGroupRange(0, 127),
                                        context.executionConfig,
                                        restored.stream()
                                                .filter(state -> state.handle().keyGroups() != null)
                                                .toList()));
        List<RestoredShare> shares =
                restored.isEmpty()
                        ? List.of()
                        : OperatorStateRedistribution.shares(List.of(restored), 0, 1);
        context.realOperatorState =
                new HeapOperatorStateBackend("op", "u", context.executionConfig, shares, 0, 1);
        return context;
    }

    /** Both kinds of state as they are after a barrier, in the operator's next life. */
    private static FakeContext restart(FakeContext context) throws Exception {
        FakeContext next =
                context(
                        List.of(
                                StateBytes.restorable(context.realKeyedState.freeze(1)),
                                StateBytes.restorable(context.realOperatorState.freeze(1))));
        next.restored = OptionalLong.of(1);
        next.clock.millis = context.clock.millis;
        return next;
    }

    @Test
    void aRollingReduceOfAnUnknownTypeGoesOnAfterARestore() throws Exception {
        FakeContext context = context(List.of());
        TypeInformation<Integer> unknown = unknown();
        var reduce = reduce(context, unknown);
        reduce.element(1, 5);
        reduce.element(12, 6);
        reduce.element(3, 7);
        snapshot(reduce, 1);
        var again = reduce(restart(context), unknown);
        again.element(5, 8);
        again.element(14, 9);
        assertThat(out.take()).containsExactly("1@5", "12@6", "4@7", "9@8", "26@9");
    }

    @SuppressWarnings("unchecked") // it stands for any type
    private static <T> TypeInformation<T> unknown() {
        return (TypeInformation<T>) (TypeInformation<?>) new MissingTypeInfo("a lambda");
    }

    private ReduceOperator<Integer> reduce(FakeContext in, TypeInformation<Integer> type)
            throws Exception {
        return start(
                new ReduceOperator<>(
                        in, Integer::sum, type, x -> x < 10 ? "small" : "large", new Cast<>(out)));
    }

    @Test
    void stateAndTimersOfAProcessFunctionAreThereAfterARestore() throws Exception {
        FakeContext context = context(List.of());
        var process = process(context);
        process.element("a", 1);
        process.element("b", 2);
        process.element("a", 3);
        process.watermark(10);
        assertThat(out.take()).containsExactly("a 2 at 10@10", "b 1 at 10@10", "watermark 10");
        process.element("a", 4);
        snapshot(process, 1);
        FakeContext next = restart(context);
        var again = process(next);
        again.watermark(9);
        next.advanceTo(10_000);
        assertThat(out.take())
                .containsExactlyInAnyOrder("watermark 9", "a 3 at 5000", "b 1 at 5000");
        again.watermark(10);
        assertThat(out.take()).containsExactly("a 3 at 10@10", "watermark 10");
    }

    private KeyedProcessOperator<String, String, Object> process(FakeContext in) throws Exception {
        return start(new KeyedProcessOperator<>(in, new Counting(), x -> x, out));
    }

    private static final class Counting extends KeyedProcessFunction<String, String, Object> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext openContext) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public void processElement(String value, Context ctx, Collector<Object> collector)
                throws Exception {
            Long before = count.value();
            count.update(before == null ? 1 : before + 1);
            ctx.timerService().registerEventTimeTimer(10);
            ctx.timerService().registerProcessingTimeTimer(5_000);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Object> collector)
                throws Exception {
            collector.collect(ctx.getCurrentKey() + " " + count.value() + " at " + timestamp);
        }
    }

    @Test
    @SuppressWarnings("deprecation") // the old interface is what is tested
    void aListOfBytesInOperatorStateComesBack() throws Exception {
        FakeContext context = context(List.of());
        Remembering function = new Remembering();
        var map = start(new MapOperator<>(context, function, null, out));
        map.element("x", 1);
        snapshot(map, 1);
        Remembering next = new Remembering();
        start(new MapOperator<>(restart(context), next, null, out));
        assertThat(next.last).isEqualTo("x");
    }

    @SuppressWarnings("deprecation") // the old interface is what is tested
    private static final class Remembering extends RichMapFunction<String, Object>
            implements ListCheckpointed<String> {
        private static final long serialVersionUID = 1L;
        String last;

        @Override
        public Object map(String value) {
            last = value;
            return value;
        }

        @Override
        public List<String> snapshotState(long checkpointId, long timestamp) {
            return List.of(last);
        }

        @Override
        public void restoreState(List<String> state) {
            last = state.get(0);
        }
    }
}
