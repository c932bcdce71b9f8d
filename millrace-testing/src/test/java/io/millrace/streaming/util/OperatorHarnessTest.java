// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.runtime.checkpoint.OperatorSubtaskState;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.streaming.api.functions.co.CoMapFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.BoundedOneInput;
import io.millrace.streaming.api.operators.KeyedProcessOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.operators.StreamFilter;
import io.millrace.streaming.api.operators.StreamGroupedReduceOperator;
import io.millrace.streaming.api.operators.StreamMap;
import io.millrace.streaming.api.operators.co.CoStreamMap;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The harnesses run the engine's operators, and show what they do. */
class OperatorHarnessTest {

    private static final OutputTag<String> SIDE = new OutputTag<>("side", Types.STRING);

    /** Counts per key; after each record a timer of both kinds; what is odd goes aside. */
    private static final class Counting extends KeyedProcessFunction<String, Integer, String> {

        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;
        private int opened;

        @Override
        public void open(OpenContext openContext) {
            opened++;
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public void processElement(Integer value, Context ctx, Collector<String> out)
                throws Exception {
            long now = count.value() == null ? 1 : count.value() + 1;
            count.update(now);
            out.collect(ctx.getCurrentKey() + "=" + now);
            if (value % 2 != 0) {
                ctx.output(SIDE, "odd " + value);
            }
            ctx.timerService().registerEventTimeTimer(ctx.timestamp() + 10);
            ctx.timerService()
                    .registerProcessingTimeTimer(ctx.timerService().currentProcessingTime() + 100);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            out.collect(ctx.getCurrentKey() + " " + ctx.timeDomain() + " " + timestamp);
            if (timestamp >= 1000) {
                count.clear();
            }
        }
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, Integer, String> counting(
            Counting function, int maxParallelism, int parallelism, int subtask) throws Exception {
        return new KeyedOneInputStreamOperatorTestHarness<>(
                new KeyedProcessOperator<>(function),
                value -> value < 10 ? "small" : "large",
                Types.STRING,
                maxParallelism,
                parallelism,
                subtask);
    }

    @Test
    void recordsTimersAndWatermarksComeInOrder() throws Exception {
        Counting function = new Counting();
        try (var harness = counting(function, 1, 1, 0)) {
            harness.open();
            harness.processElement(1, 5);
            harness.processElement(new StreamRecord<>(12, 7));
            assertThat(harness.numKeyedStateEntries()).isEqualTo(2);
            assertThat(harness.numEventTimeTimers()).isEqualTo(2);
            assertThat(harness.numProcessingTimeTimers()).isEqualTo(2);
            harness.processWatermark(15);
            harness.setProcessingTime(100);
            harness.processWatermarkStatus(WatermarkStatus.IDLE);

            ConcurrentLinkedQueue<Object> expected = new ConcurrentLinkedQueue<>();
            expected.add(new StreamRecord<>("small=1", 5));
            expected.add(new StreamRecord<>("large=1", 7));
            expected.add(new StreamRecord<>("small EVENT_TIME 15", 15));
            expected.add(new Watermark(15));
            expected.add(new StreamRecord<>("small PROCESSING_TIME 100"));
            expected.add(new StreamRecord<>("large PROCESSING_TIME 100"));
            expected.add(WatermarkStatus.IDLE);
            TestHarnessUtil.assertOutputEquals("output", expected, harness.getOutput());
            assertThat(harness.getSideOutput(SIDE)).containsExactly(new StreamRecord<>("odd 1", 5));
            assertThat(harness.extractOutputValues()).hasSize(5).contains("large=1");
            assertThat(harness.getCurrentWatermark()).isEqualTo(15);
            assertThat(harness.numEventTimeTimers()).isEqualTo(1);
            assertThat(function.opened).as("the function itself, no copy").isEqualTo(1);
        }
    }

    @Test
    void stateAndTimersGoOnFromASnapshot() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = counting(new Counting(), 1, 1, 0)) {
            harness.open();
            harness.processElement(1, 5);
            snapshot = harness.snapshot(1, 2);
            assertThat(snapshot.hasState()).isTrue();
            harness.processElement(1, 6);
        }
        try (var harness = counting(new Counting(), 1, 1, 0)) {
            harness.setup();
            harness.initializeState(snapshot);
            harness.open();
            harness.processElement(3, 990);
            harness.processWatermark(1000);
            assertThat(harness.extractOutputValues())
                    .containsExactly("small=2", "small EVENT_TIME 15", "small EVENT_TIME 1000");
            assertThat(harness.numKeyedStateEntries()).isZero();
            assertThat(harness.getOutput()).last().isEqualTo(new Watermark(1000));
        }
    }

    @Test
    void keyedStateGoesToTheSubtaskThatHasTheKey() throws Exception {
        OperatorSubtaskState all;
        try (var harness = counting(new Counting(), 8, 1, 0)) {
            harness.open();
            harness.processElement(1, 5);
            harness.processElement(20, 5);
            all = harness.snapshot(1, 2);
        }
        List<Integer> entries = new ArrayList<>();
        List<OperatorSubtaskState> parts = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            try (var harness = counting(new Counting(), 8, 2, subtask)) {
                harness.initializeState(
                        AbstractStreamOperatorTestHarness.repartitionOperatorState(
                                all, 8, 1, 2, subtask));
                harness.open();
                entries.add(harness.numKeyedStateEntries());
                parts.add(harness.snapshot(2, 3));
            }
        }
        assertThat(entries.get(0) + entries.get(1)).isEqualTo(2);
        try (var harness = counting(new Counting(), 8, 1, 0)) {
            harness.initializeState(
                    AbstractStreamOperatorTestHarness.repackageState(
                            parts.toArray(new OperatorSubtaskState[0])));
            harness.open();
            assertThat(harness.numKeyedStateEntries()).isEqualTo(2);
            assertThat(harness.numEventTimeTimers()).isEqualTo(2);
        }
    }

    /** Keeps all that it sees in a list of operator state. */
    private static final class Remembering extends RichMapFunction<String, String>
            implements CheckpointedFunction {

        private static final long serialVersionUID = 1L;

        private final List<String> seen = new ArrayList<>();
        private transient ListState<String> state;

        @Override
        public String map(String value) {
            seen.add(value);
            return value + "!";
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("seen", Types.STRING));
            state.get().forEach(seen::add);
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.update(seen);
        }
    }

    @Test
    void operatorStateIsDealtWhenThatIsAskedFor() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness =
                new OneInputStreamOperatorTestHarness<>(
                        new StreamMap<>(new Remembering()), StringSerializer.INSTANCE)) {
            harness.open();
            for (String word : List.of("a", "b", "c")) {
                harness.processElement(new StreamRecord<>(word));
            }
            assertThat(harness.extractOutputStreamRecords()).noneMatch(StreamRecord::hasTimestamp);
            snapshot = harness.snapshot(1, 1);
        }
        assertThat(restored(snapshot)).containsExactly("a", "b", "c");
        assertThat(
                        restored(
                                AbstractStreamOperatorTestHarness.repartitionOperatorState(
                                        snapshot, 128, 1, 2, 0)))
                .containsExactly("a", "b");
        assertThat(
                        restored(
                                AbstractStreamOperatorTestHarness.repartitionOperatorState(
                                        snapshot, 128, 1, 2, 1)))
                .containsExactly("c");
    }

    private static List<String> restored(OperatorSubtaskState state) throws Exception {
        Remembering function = new Remembering();
        try (var harness = new OneInputStreamOperatorTestHarness<>(new StreamMap<>(function))) {
            harness.initializeState(state);
            harness.open();
        }
        return function.seen;
    }

    @Test
    void aRollingReduceKnowsItsTypeFromTheRecords() throws Exception {
        var reduce =
                new StreamGroupedReduceOperator<Integer>(
                        Integer::sum,
                        Types.INT.createSerializer(new ExecutionConfig().getSerializerConfig()));
        try (var harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        reduce, value -> value % 2, Types.INT)) {
            harness.open();
            for (int i = 1; i <= 4; i++) {
                harness.processElement(i, i);
            }
            assertThat(harness.extractOutputValues()).containsExactly(1, 2, 4, 6);
        }
    }

    /** An operator of the program's own. */
    private static final class Summing extends AbstractStreamOperator<Integer>
            implements OneInputStreamOperator<Integer, Integer>, BoundedOneInput {

        private static final long serialVersionUID = 1L;

        private int sum;

        @Override
        public void processElement(StreamRecord<Integer> element) {
            sum += element.getValue();
        }

        @Override
        public void endInput() {
            output.collect(new StreamRecord<>(sum));
        }
    }

    @Test
    void anOperatorOfTheProgramsOwnHearsOfTheEndOfItsInput() throws Exception {
        try (var harness = new OneInputStreamOperatorTestHarness<>(new Summing())) {
            harness.open();
            harness.processElement(new StreamRecord<>(3));
            harness.processElement(new StreamRecord<>(4));
            assertThat(harness.getOutput()).isEmpty();
            harness.endInput();
            assertThat(harness.getRecordOutput()).containsExactly(new StreamRecord<>(7));
        }
    }

    @Test
    void twoInputsHaveTheSmallerWatermark() throws Exception {
        try (var harness =
                new TwoInputStreamOperatorTestHarness<Integer, String, String>(
                        new CoStreamMap<>(
                                new CoMapFunction<>() {
                                    private static final long serialVersionUID = 1L;

                                    @Override
                                    public String map1(Integer value) {
                                        return "number " + value;
                                    }

                                    @Override
                                    public String map2(String value) {
                                        return "text " + value;
                                    }
                                }))) {
            harness.open();
            harness.processElement1(1, 10);
            harness.processWatermark1(new Watermark(10));
            harness.processElement2("x", 3);
            harness.processWatermark2(new Watermark(4));
            harness.processBothWatermarks(new Watermark(20));
            assertThat(harness.getOutput())
                    .containsExactly(
                            new StreamRecord<>("number 1", 10),
                            new StreamRecord<>("text x", 3),
                            new Watermark(4),
                            new Watermark(20));
        }
    }

    @Test
    void theFactoriesOfHarnessesReturnThemOpen() throws Exception {
        try (var harness =
                ProcessFunctionTestHarnesses.forProcessFunction(
                        new ProcessFunction<Integer, Integer>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void processElement(
                                    Integer value, Context ctx, Collector<Integer> out) {
                                out.collect(value + 1);
                            }
                        })) {
            harness.processElement(1, 0);
            assertThat(harness.extractOutputValues()).containsExactly(2);
        }
        KeyedCoProcessFunction<String, String, Tuple2<String, Integer>, String> joined =
                new KeyedCoProcessFunction<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void processElement1(String value, Context ctx, Collector<String> out)
                            throws Exception {
                        getRuntimeContext()
                                .getState(new ValueStateDescriptor<>("name", Types.STRING))
                                .update(value);
                    }

                    @Override
                    public void processElement2(
                            Tuple2<String, Integer> value, Context ctx, Collector<String> out)
                            throws Exception {
                        out.collect(
                                getRuntimeContext()
                                                .getState(
                                                        new ValueStateDescriptor<>(
                                                                "name", Types.STRING))
                                                .value()
                                        + value.f1);
                    }
                };
        try (var harness =
                ProcessFunctionTestHarnesses.forKeyedCoProcessFunction(
                        joined, name -> name, pair -> pair.f0, Types.STRING)) {
            harness.processElement1("a", 1);
            harness.processElement2(Tuple2.of("a", 7), 2);
            assertThat(harness.extractOutputValues()).containsExactly("a7");
            assertThat(harness.numKeyedStateEntries()).isEqualTo(1);
        }
    }

    @Test
    void broadcastStateIsThereToBeLookedAt() throws Exception {
        MapStateDescriptor<String, Integer> rules =
                new MapStateDescriptor<>("rules", Types.STRING, Types.INT);
        KeyedBroadcastProcessFunction<String, String, Integer, String> function =
                new KeyedBroadcastProcessFunction<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void processElement(
                            String value, ReadOnlyContext ctx, Collector<String> out)
                            throws Exception {
                        out.collect(value + ctx.getBroadcastState(rules).get("rule"));
                    }

                    @Override
                    public void processBroadcastElement(
                            Integer value, Context ctx, Collector<String> out) throws Exception {
                        ctx.getBroadcastState(rules).put("rule", value);
                    }
                };
        try (var harness =
                ProcessFunctionTestHarnesses.forKeyedBroadcastProcessFunction(
                        function, name -> name, Types.STRING, rules)) {
            harness.processBroadcastElement(3, 1);
            harness.processElement("a", 2);
            harness.watermark(9);
            assertThat(harness.extractOutputValues()).containsExactly("a3");
            assertThat(harness.getBroadcastState(rules).get("rule")).isEqualTo(3);
            assertThat(harness.getOutput()).last().isEqualTo(new Watermark(9));
        }
    }

    @Test
    void whatComesBeforeOpenIsRefusedInWords() throws Exception {
        try (var harness = new OneInputStreamOperatorTestHarness<>(new StreamFilter<>(x -> true))) {
            assertThatThrownBy(() -> harness.processElement(new StreamRecord<>("x")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("open()");
        }
    }

    private static final class Doubled extends StreamMap<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        Doubled() {
            super(value -> value);
        }

        @Override
        public void processElement(StreamRecord<Integer> element) {}
    }

    @Test
    void aSubclassOfAChoiceIsRefusedForNothingOfItWouldBeCalled() throws Exception {
        var harness = new OneInputStreamOperatorTestHarness<>(new Doubled());
        assertThatThrownBy(harness::open)
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("Doubled")
                .hasMessageContaining("StreamMap");
    }
}
