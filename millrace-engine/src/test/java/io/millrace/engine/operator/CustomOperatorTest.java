// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.Output;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.runtime.state.KeyGroupStatePartitionStreamProvider;
import io.millrace.runtime.state.KeyedStateCheckpointOutputStream;
import io.millrace.runtime.state.OperatorStateCheckpointOutputStream;
import io.millrace.runtime.state.StateInitializationContext;
import io.millrace.runtime.state.StatePartitionStreamProvider;
import io.millrace.runtime.state.StateSnapshotContext;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.spi.GivenOperator;
import io.millrace.spi.RemembersEnd;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.BoundedOneInput;
import io.millrace.streaming.api.operators.InternalTimer;
import io.millrace.streaming.api.operators.InternalTimerService;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.operators.StreamOperator;
import io.millrace.streaming.api.operators.Triggerable;
import io.millrace.streaming.api.operators.TwoInputStreamOperator;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.util.OutputTag;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CustomOperatorTest {

    private static final OutputTag<String> SIDE = new OutputTag<>("side", Types.STRING);
    private static final KeySelector<Object, Object> BY_LENGTH = value -> value.toString().length();

    private final FakeContext context = FakeContext.keyed();
    private final Recorder<Object> out = new Recorder<>();

    @SuppressWarnings("unchecked") // the test knows what it gives
    private Operator operator(StreamOperator<String> custom, KeySelector<?, ?>... selectors) {
        return new CustomOperator<>(
                context,
                new GivenOperator<>("op", custom),
                List.of(selectors),
                Types.STRING,
                Types.STRING,
                (Output<String>) (Output<?>) out);
    }

    @SuppressWarnings("unchecked") // the test knows what it gives
    private static Input<Object> input(Operator operator, int index) {
        return (Input<Object>) operator.inputs().get(index);
    }

    /** Writes its life down, and says for each record with which key it came. */
    private static class Diary extends AbstractStreamOperator<String>
            implements OneInputStreamOperator<String, String>, BoundedOneInput {
        private static final long serialVersionUID = 1L;
        final transient List<String> lines = new ArrayList<>();
        final transient List<StreamRecord<String>> kept = new ArrayList<>();

        @Override
        public void initializeState(StateInitializationContext context) throws Exception {
            super.initializeState(context);
            lines.add("initialize " + context.isRestored());
        }

        @Override
        public void open() throws Exception {
            super.open();
            lines.add("open");
        }

        @Override
        public void processElement(StreamRecord<String> element) {
            kept.add(element);
            lines.add(element.getValue() + (hasKeyContext() ? " key " + getCurrentKey() : ""));
            output.collect(new StreamRecord<>(element.getValue() + "!"));
            output.collect(SIDE, element);
        }

        @Override
        public void prepareSnapshotPreBarrier(long checkpointId) {
            lines.add("before barrier " + checkpointId);
        }

        @Override
        public void snapshotState(StateSnapshotContext context) throws Exception {
            super.snapshotState(context);
            lines.add("snapshot " + context.getCheckpointId());
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            lines.add("complete " + checkpointId);
        }

        @Override
        public void notifyCheckpointAborted(long checkpointId) {
            lines.add("aborted " + checkpointId);
        }

        @Override
        public void endInput() {
            lines.add("end of input");
        }

        @Override
        public void finish() {
            lines.add("finish");
        }

        @Override
        public void close() {
            lines.add("close");
        }
    }

    /** One of this project's own, which wants to know. */
    private static final class Remembering extends Diary implements RemembersEnd {
        private static final long serialVersionUID = 1L;

        @Override
        public void inputHadEnded() {
            lines.add("had ended");
        }
    }

    @Test
    void oneThatRemembersItsEndIsToldOfItAfterARestore() throws Exception {
        Remembering first = new Remembering();
        FakeContext.start(operator(first, BY_LENGTH));
        assertThat(first.lines).containsExactly("initialize false", "open");
        context.hadFinished = true;
        Remembering again = new Remembering();
        FakeContext.start(operator(again, BY_LENGTH));
        assertThat(again.lines).containsExactly("had ended", "initialize false", "open");
    }

    @Test
    @DisplayName("CK-49, CK-50: a custom operator lives as others do")
    void itLivesAsOthersDo() throws Exception {
        Diary diary = new Diary();
        Operator operator = FakeContext.start(operator(diary, BY_LENGTH));
        input(operator, 0).element("ab", 7);
        input(operator, 0).element("abc", Output.NO_TIMESTAMP);
        FakeContext.snapshot(operator, 3);
        operator.notifyCheckpointComplete(3);
        operator.notifyCheckpointAborted(4);
        operator.finish();
        operator.close();
        operator.close();

        assertThat(diary.lines)
                .containsExactly(
                        "initialize false",
                        "open",
                        "ab key 2",
                        "abc key 3",
                        "before barrier 3",
                        "snapshot 3",
                        "complete 3",
                        "aborted 4",
                        "end of input",
                        "finish",
                        "close");
        assertThat(out.take()).containsExactly("ab!", "side: ab@7", "abc!", "side: abc");
    }

    @Test
    void withoutObjectReuseARecordObjectIsTheOperatorsOwn() throws Exception {
        Diary diary = new Diary();
        Operator operator = FakeContext.start(operator(diary));
        input(operator, 0).element("a", 1);
        input(operator, 0).element("b", Output.NO_TIMESTAMP);
        assertThat(diary.kept).containsExactly(new StreamRecord<>("a", 1), new StreamRecord<>("b"));
    }

    @Test
    void withObjectReuseThereIsOneRecordObject() throws Exception {
        context.executionConfig.enableObjectReuse();
        Diary diary = new Diary();
        Operator operator = FakeContext.start(operator(diary));
        input(operator, 0).element("a", 1);
        input(operator, 0).element("b", Output.NO_TIMESTAMP);
        assertThat(diary.kept).hasSize(2);
        assertThat(diary.kept.get(0))
                .isSameAs(diary.kept.get(1))
                .isEqualTo(new StreamRecord<>("b"));
        assertThat(diary.lines).contains("a", "b");
    }

    @Test
    void watermarksThatGoBackAreLeftOutAndWhatNobodyTakesIsRefused() throws Exception {
        Diary diary = new Diary();
        Operator operator = FakeContext.start(operator(diary));
        input(operator, 0).watermark(5);
        input(operator, 0).idle(true);
        input(operator, 0).idle(false);
        diary.processWatermark(new Watermark(4));
        assertThat(out.take()).containsExactly("watermark 5", "idle", "active");
        CustomSurroundings<String> surroundings =
                new CustomSurroundings<>(context, List.of(), new Cast<>(out));
        assertThatThrownBy(() -> surroundings.output().emitLatencyMarker(null))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'op'");
    }

    /** Counts on timers: one of each domain per record, and tells what is due. */
    private static final class Ringing extends AbstractStreamOperator<String>
            implements OneInputStreamOperator<String, String>, Triggerable<Object, VoidNamespace> {
        private static final long serialVersionUID = 1L;
        private transient InternalTimerService<VoidNamespace> timers;

        @Override
        public void open() {
            timers = getInternalTimerService("ring", VoidNamespaceSerializer.INSTANCE, this);
        }

        @Override
        public void processElement(StreamRecord<String> element) {
            timers.registerEventTimeTimer(VoidNamespace.INSTANCE, element.getTimestamp());
            timers.registerEventTimeTimer(VoidNamespace.INSTANCE, element.getTimestamp());
            timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, 100);
            timers.registerEventTimeTimer(VoidNamespace.INSTANCE, 999);
            timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, 999);
        }

        @Override
        public void onEventTime(InternalTimer<Object, VoidNamespace> timer) {
            tell("event", timer);
        }

        @Override
        public void onProcessingTime(InternalTimer<Object, VoidNamespace> timer) {
            tell("clock", timer);
        }

        private void tell(String kind, InternalTimer<Object, VoidNamespace> timer) {
            assertThat(getCurrentKey()).isEqualTo(timer.getKey());
            output.collect(
                    new StreamRecord<>(kind + " " + timer.getKey() + " " + timer.getTimestamp()));
        }
    }

    @Test
    @DisplayName("Timers belong to keys, are restored, and fire before the watermark goes on")
    void timers() throws Exception {
        Operator operator = FakeContext.start(operator(new Ringing(), BY_LENGTH));
        input(operator, 0).element("abc", 10);
        input(operator, 0).element("ab", 20);
        input(operator, 0).watermark(15);
        assertThat(out.take()).containsExactly("event 3 10", "watermark 15");

        FakeContext next = context.restore(1);
        Recorder<Object> nextOut = new Recorder<>();
        Ringing ringing = new Ringing();
        @SuppressWarnings("unchecked") // the test knows what it gives
        Output<String> typed = (Output<String>) (Output<?>) nextOut;
        Operator again =
                FakeContext.start(
                        new CustomOperator<>(
                                next,
                                new GivenOperator<>("op", ringing),
                                List.of(BY_LENGTH),
                                Types.STRING,
                                Types.STRING,
                                typed));
        List<String> seen = new ArrayList<>();
        ringing.timers.forEachEventTimeTimer(
                (namespace, time) -> seen.add(ringing.getCurrentKey() + "@" + time));
        assertThat(seen).containsExactly("2@20");
        next.advanceTo(100);
        assertThat(nextOut.take()).containsExactlyInAnyOrder("clock 2 100", "clock 3 100");
        input(again, 0).watermark(20);
        assertThat(nextOut.take()).containsExactly("event 2 20", "watermark 20");
    }

    @Test
    void timersWithoutKeysAreRefusedWithAWayOut() throws Exception {
        context.keyedState = null;
        assertThatThrownBy(() -> FakeContext.start(operator(new Ringing())))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContainingAll("'op'", "keyBy");
    }

    /** Counts per hour and key, in namespaces that are the hours' names. */
    private static final class Hourly extends AbstractStreamOperator<String>
            implements OneInputStreamOperator<String, String>, Triggerable<Integer, String> {
        private static final long serialVersionUID = 1L;
        private static final ValueStateDescriptor<Long> COUNT =
                new ValueStateDescriptor<>("count", Long.class);
        private transient InternalTimerService<String> timers;

        @Override
        public void open() {
            timers = getInternalTimerService("hours", StringSerializer.INSTANCE, this);
        }

        @Override
        public void processElement(StreamRecord<String> element) throws Exception {
            String hour = element.getValue();
            ValueState<Long> count = getPartitionedState(hour, StringSerializer.INSTANCE, COUNT);
            count.update(count.value() == null ? 1 : count.value() + 1);
            timers.registerEventTimeTimer(hour, 60);
        }

        @Override
        public void onEventTime(InternalTimer<Integer, String> timer) throws Exception {
            ValueState<Long> count =
                    getPartitionedState(timer.getNamespace(), StringSerializer.INSTANCE, COUNT);
            output.collect(
                    new StreamRecord<>(
                            timer.getKey() + " " + timer.getNamespace() + " " + count.value()));
            count.clear();
        }

        @Override
        public void onProcessingTime(InternalTimer<Integer, String> timer) {}
    }

    @Test
    void aKeyHasStateAndTimersOnceInEachNamespace() throws Exception {
        context.realKeyedState =
                new HeapKeyedStateBackendFactory()
                        .create(
                                StateBytes.request(
                                        "op",
                                        "uid",
                                        IntSerializer.INSTANCE,
                                        128,
                                        new KeyGroupRange(0, 127),
                                        context.executionConfig(),
                                        List.of()));
        Operator operator = FakeContext.start(operator(new Hourly(), BY_LENGTH));
        for (String hour : List.of("nine", "ten", "five", "nine", "three")) {
            input(operator, 0).element(hour, 1);
        }
        input(operator, 0).watermark(100);
        assertThat(out.take())
                .containsExactlyInAnyOrder(
                        "4 nine 2", "3 ten 1", "4 five 1", "5 three 1", "watermark 100");
        assertThat(context.keyedState().entries("count")).isZero();
    }

    private static final class Both extends AbstractStreamOperator<String>
            implements TwoInputStreamOperator<String, Integer, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement1(StreamRecord<String> element) {
            output.collect(new StreamRecord<>("1 " + element.getValue() + getCurrentKey()));
        }

        @Override
        public void processElement2(StreamRecord<Integer> element) {
            output.collect(new StreamRecord<>("2 " + element.getValue() + getCurrentKey()));
        }
    }

    @Test
    void ofTwoInputsTheWatermarkIsTheSmallerAndIdleOnesAreLeftOut() throws Exception {
        KeySelector<Object, Object> itself = value -> value;
        Operator operator = FakeContext.start(operator(new Both(), BY_LENGTH, itself));
        input(operator, 0).element("abc", 1);
        input(operator, 1).element(8, 1);
        assertThat(out.take()).containsExactly("1 abc3", "2 88");
        input(operator, 0).watermark(10);
        assertThat(out.take()).isEmpty();
        input(operator, 1).watermark(4);
        assertThat(out.take()).containsExactly("watermark 4");
        input(operator, 1).idle(true);
        assertThat(out.take()).containsExactly("watermark 10");
        input(operator, 0).idle(true);
        assertThat(out.take()).containsExactly("idle");
        input(operator, 1).idle(false);
        assertThat(out.take()).containsExactly("active");
    }

    /** Has the test write raw state, and keeps what is restored. */
    private static final class Raw extends AbstractStreamOperator<String>
            implements OneInputStreamOperator<String, String> {
        private static final long serialVersionUID = 1L;
        private final transient Writer writer;
        final transient List<String> restored = new ArrayList<>();

        interface Writer {
            void write(
                    OperatorStateCheckpointOutputStream raw, KeyedStateCheckpointOutputStream keyed)
                    throws IOException;
        }

        Raw(Writer writer) {
            this.writer = writer;
        }

        @Override
        public void initializeState(StateInitializationContext context) throws Exception {
            for (StatePartitionStreamProvider each : context.getRawOperatorStateInputs()) {
                restored.add("part " + text(each));
            }
            for (KeyGroupStatePartitionStreamProvider each : context.getRawKeyedStateInputs()) {
                restored.add("group " + each.getKeyGroupId() + " " + text(each));
            }
        }

        private static String text(StatePartitionStreamProvider provider) throws IOException {
            return new String(provider.getStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        @Override
        public void snapshotState(StateSnapshotContext context) throws Exception {
            writer.write(
                    context.getRawOperatorStateOutput(), context.getRawKeyedOperatorStateOutput());
        }

        @Override
        public void processElement(StreamRecord<String> element) {}
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("ST-16: each stream of raw state ends where its partition or key group ends")
    void rawState() throws Exception {
        List<OutputStreams> streams = new ArrayList<>();
        Operator operator =
                FakeContext.start(
                        operator(
                                new Raw(
                                        (raw, keyed) -> {
                                            streams.add(new OutputStreams(raw, keyed));
                                            raw.write(bytes("begun by itself"));
                                            raw.startNewPartition();
                                            raw.startNewPartition();
                                            raw.write('x');
                                            keyed.startNewKeyGroup(40);
                                            keyed.write(bytes("forty"));
                                            keyed.startNewKeyGroup(33);
                                            assertThat(keyed.isKeyGroupAlreadyFinished(40))
                                                    .isTrue();
                                            assertThat(keyed.isKeyGroupAlreadyStarted(33)).isTrue();
                                            assertThat(keyed.isKeyGroupAlreadyFinished(33))
                                                    .isFalse();
                                            assertThat(keyed.getKeyGroupList())
                                                    .contains(32, 63)
                                                    .hasSize(32);
                                        }),
                                BY_LENGTH));
        FakeContext.snapshot(operator, 1);
        OutputStreams late = streams.get(0);
        assertThat(late.raw.getNumberOfPartitions()).isEqualTo(3);
        assertThatThrownBy(() -> late.raw.write(1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> late.keyed.startNewKeyGroup(50)).isInstanceOf(IOException.class);

        Raw again = new Raw(null);
        FakeContext next = context.restore(1);
        @SuppressWarnings("unchecked") // the test knows what it gives
        Output<String> typed = (Output<String>) (Output<?>) out;
        new CustomOperator<>(
                        next,
                        new GivenOperator<>("op", again),
                        List.of(BY_LENGTH),
                        Types.STRING,
                        Types.STRING,
                        typed)
                .initializeState();
        assertThat(again.restored)
                .containsExactly(
                        "part begun by itself", "part ", "part x", "group 40 forty", "group 33 ");
    }

    private record OutputStreams(
            OperatorStateCheckpointOutputStream raw, KeyedStateCheckpointOutputStream keyed) {}

    private void assertRefused(Raw.Writer writer, String... words) throws Exception {
        Operator operator = FakeContext.start(operator(new Raw(writer), BY_LENGTH));
        assertThatThrownBy(() -> FakeContext.snapshot(operator, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    @DisplayName("ST-16: a key group twice, one of another subtask, and bytes of none are refused")
    void wrongKeyGroups() throws Exception {
        assertRefused(
                (raw, keyed) -> {
                    keyed.startNewKeyGroup(40);
                    keyed.startNewKeyGroup(41);
                    keyed.startNewKeyGroup(40);
                },
                "key group 40",
                "begun before");
        assertRefused((raw, keyed) -> keyed.startNewKeyGroup(64), "key group 64", "[32, 63]");
        assertRefused((raw, keyed) -> keyed.startNewKeyGroup(31), "key group 31", "[32, 63]");
        assertRefused((raw, keyed) -> keyed.write(1), "startNewKeyGroup");
    }

    @Test
    void anOperatorThatCannotBeGivenAnOutputIsRefusedWhereItIsUsed() {
        StreamOperator<String> bare = new Bare();
        assertThatThrownBy(() -> new GivenOperator<>("op", bare))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'op'", "AbstractStreamOperator", "factory");
        assertThatThrownBy(() -> new Diary().getMetricGroup())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no surroundings yet");
    }

    private static final class Bare implements StreamOperator<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void open() {}

        @Override
        public void finish() {}

        @Override
        public void close() {}

        @Override
        public void prepareSnapshotPreBarrier(long checkpointId) {}

        @Override
        public void setKeyContextElement1(StreamRecord<?> record) {}

        @Override
        public void setKeyContextElement2(StreamRecord<?> record) {}

        @Override
        public io.millrace.metrics.groups.OperatorMetricGroup getMetricGroup() {
            return null;
        }

        @Override
        public io.millrace.runtime.jobgraph.OperatorID getOperatorID() {
            return null;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {}

        @Override
        public void setCurrentKey(Object key) {}

        @Override
        public Object getCurrentKey() {
            return null;
        }
    }
}
