// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.snapshot;
import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.engine.chain.Output;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.checkpoint.ListCheckpointed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneInputOperatorsTest {

    private final FakeContext context = new FakeContext();
    private final Recorder<Object> out = new Recorder<>();

    @Test
    void aMapKeepsTheTimestamp() throws Exception {
        var map = start(new MapOperator<Integer, Object>(context, x -> x + 1, null, out));
        map.element(1, 5);
        map.element(2, Output.NO_TIMESTAMP);
        map.watermark(5);
        map.idle(true);
        assertThat(out.take()).containsExactly("2@5", "3", "watermark 5", "idle");
    }

    @Test
    void aFilterLetsPassOrNot() throws Exception {
        var filter = start(new FilterOperator<Object>(context, x -> x.equals(2), null, out));
        filter.element(1, 5);
        filter.element(2, 6);
        assertThat(out.take()).containsExactly("2@6");
    }

    @Test
    void aFlatMapGivesEachOutputTheTimestampOfItsInput() throws Exception {
        var flatMap =
                start(
                        new FlatMapOperator<Integer, Object>(
                                context,
                                (x, collector) -> {
                                    for (int i = 0; i < x; i++) {
                                        collector.collect(i);
                                    }
                                },
                                null,
                                out));
        flatMap.element(2, 5);
        flatMap.element(0, 6);
        flatMap.element(1, 7);
        assertThat(out.take()).containsExactly("0@5", "1@5", "0@7");
    }

    @Test
    void aFunctionsExceptionComesOutUnchanged() throws Exception {
        IllegalStateException thrown = new IllegalStateException("mine");
        var map =
                start(
                        new MapOperator<Integer, Object>(
                                context,
                                x -> {
                                    throw thrown;
                                },
                                null,
                                out));
        assertThatThrownBy(() -> map.element(1, 5)).isSameAs(thrown);
    }

    @Test
    void aRollingReduceEmitsEachResultPerKeyAndGoesOnAfterARestore() throws Exception {
        FakeContext keyed = FakeContext.keyed();
        var reduce =
                start(
                        new ReduceOperator<Integer>(
                                keyed, Integer::sum, Types.INT, x -> x % 2, new Cast<>(out)));
        reduce.element(1, 5);
        reduce.element(2, 6);
        reduce.element(3, 7);
        assertThat(out.take()).containsExactly("1@5", "2@6", "4@7");

        snapshot(reduce, 1);
        var again =
                start(
                        new ReduceOperator<Integer>(
                                keyed.restore(1),
                                Integer::sum,
                                Types.INT,
                                x -> x % 2,
                                new Cast<>(out)));
        again.element(10, 8);
        assertThat(out.take()).containsExactly("12@8");
    }

    @Test
    void aNullKeyIsAnErrorThatNamesTheOperator() throws Exception {
        var map =
                start(
                        new MapOperator<Integer, Object>(
                                FakeContext.keyed(), x -> x, x -> null, out));
        assertThatThrownBy(() -> map.element(1, 5))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("'op'")
                .hasMessageContaining("key must not be null");
    }

    @Test
    void keyedStateWithoutKeyBySaysSo() {
        var map = new MapOperator<Integer, Object>(context, new Counting(), null, out);
        assertThatThrownBy(() -> start(map))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("'count'")
                .hasMessageContaining("'op'")
                .hasMessageContaining("needs keyBy");
    }

    @Test
    void aRichFunctionOnAKeyedStreamHasStatePerKey() throws Exception {
        var map =
                start(
                        new MapOperator<Integer, Object>(
                                FakeContext.keyed(), new Counting(), x -> x, out));
        map.element(1, 5);
        map.element(2, 6);
        map.element(1, 7);
        assertThat(out.take()).containsExactly("1@5", "1@6", "2@7");
    }

    private static final class Counting extends RichMapFunction<Integer, Object> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Integer> count;

        @Override
        public void open(OpenContext openContext) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.INT));
        }

        @Override
        public Object map(Integer value) throws Exception {
            Integer before = count.value();
            count.update(before == null ? 1 : before + 1);
            return count.value();
        }
    }

    @Test
    void aFunctionLearnsWhereItRuns() throws Exception {
        List<Object> learnt = new ArrayList<>();
        RichMapFunction<Integer, Object> function =
                new RichMapFunction<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void open(OpenContext openContext) {
                        var runtime = getRuntimeContext();
                        learnt.add(runtime.getJobInfo().getJobName());
                        learnt.add(runtime.getTaskInfo().getTaskNameWithSubtasks());
                        learnt.add(runtime.getTaskInfo().getMaxNumberOfParallelSubtasks());
                        runtime.getIntCounter("n").add(1);
                        runtime.getIntCounter("n").add(1);
                        learnt.add(runtime.getAccumulator("n").getLocalValue());
                    }

                    @Override
                    public Object map(Integer value) {
                        return value;
                    }
                };
        start(new MapOperator<>(context, function, null, out));
        assertThat(learnt).containsExactly("job", "op (2/4)#2", 128, 2);
    }

    @Test
    void aFunctionIsClosedOnceAndOnlyIfItsLifeBegan() throws Exception {
        Lifecycle untouched = new Lifecycle();
        new MapOperator<>(context, untouched, null, out).close();
        assertThat(untouched.calls).isEmpty();

        Lifecycle function = new Lifecycle();
        var map = start(new MapOperator<>(context, function, null, out));
        snapshot(map, 3);
        map.notifyCheckpointComplete(3);
        map.notifyCheckpointAborted(4);
        map.finish();
        map.close();
        map.close();
        assertThat(function.calls)
                .containsExactly(
                        "initialize fresh",
                        "open",
                        "snapshot 3 7003",
                        "complete 3",
                        "aborted 4",
                        "close");
        assertThat(map.needsFinalCheckpoint()).isTrue();
    }

    @Test
    void aCheckpointedFunctionFindsItsListAgain() throws Exception {
        Lifecycle function = new Lifecycle();
        var map = start(new MapOperator<>(context, function, null, out));
        map.element(4, 0);
        snapshot(map, 3);
        map.element(5, 0);

        Lifecycle next = new Lifecycle();
        start(new MapOperator<>(context.restore(3), next, null, out));
        assertThat(next.calls).containsExactly("initialize restored 3 [4]", "open");
    }

    private static final class Lifecycle extends RichMapFunction<Integer, Object>
            implements CheckpointedFunction, CheckpointListener {
        private static final long serialVersionUID = 1L;
        final List<String> calls = new ArrayList<>();
        private final List<Integer> seen = new ArrayList<>();
        private transient ListState<Integer> state;

        @Override
        public void initializeState(FunctionInitializationContext initialization) throws Exception {
            state =
                    initialization
                            .getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("seen", Types.INT));
            calls.add(
                    initialization.isRestored()
                            ? "initialize restored "
                                    + initialization.getRestoredCheckpointId().getAsLong()
                                    + " "
                                    + state.get()
                            : "initialize fresh");
        }

        @Override
        public void open(OpenContext openContext) {
            calls.add("open");
        }

        @Override
        public Object map(Integer value) {
            seen.add(value);
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
            calls.add(
                    "snapshot "
                            + snapshot.getCheckpointId()
                            + " "
                            + snapshot.getCheckpointTimestamp());
            state.update(seen);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            calls.add("complete " + checkpointId);
        }

        @Override
        public void notifyCheckpointAborted(long checkpointId) {
            calls.add("aborted " + checkpointId);
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    @Test
    @SuppressWarnings("deprecation") // the old interface is what is tested
    void aListCheckpointedFunctionIsRestoredOnlyWhenThereIsSomething() throws Exception {
        OldStyle function = new OldStyle();
        var map = start(new MapOperator<>(context, function, null, out));
        assertThat(function.restored).isNull();
        map.element("a", 0);
        map.element("b", 0);
        snapshot(map, 3);

        OldStyle next = new OldStyle();
        start(new MapOperator<>(context.restore(3), next, null, out));
        assertThat(next.restored).containsExactly("a", "b");
    }

    @SuppressWarnings("deprecation") // the old interface is what is tested
    private static final class OldStyle extends RichMapFunction<String, Object>
            implements ListCheckpointed<String> {
        private static final long serialVersionUID = 1L;
        private final List<String> seen = new ArrayList<>();
        List<String> restored;

        @Override
        public Object map(String value) {
            seen.add(value);
            return value;
        }

        @Override
        public List<String> snapshotState(long checkpointId, long timestamp) {
            return seen;
        }

        @Override
        public void restoreState(List<String> state) {
            restored = state;
        }
    }

    @Test
    void aReleaseHookRunsOnceWhenTheLastOperatorOfItsLoaderCloses() throws Exception {
        List<String> ran = new ArrayList<>();
        RichMapFunction<Integer, Object> function =
                new RichMapFunction<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void open(OpenContext openContext) {
                        getRuntimeContext()
                                .registerUserCodeClassLoaderReleaseHookIfAbsent(
                                        "hook", () -> ran.add("ran"));
                    }

                    @Override
                    public Object map(Integer value) {
                        return value;
                    }
                };
        ClassLoader loader = new ClassLoader() {};
        context.userClassLoader = loader;
        ReleaseHooks.retain(loader);
        var map = start(new MapOperator<>(context, function, null, out));
        map.close();
        assertThat(ran).isEmpty();
        ReleaseHooks.release(loader);
        assertThat(ran).containsExactly("ran");
    }
}
