// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.runtime.state.KeyGroupRangeAssignment;
import io.millrace.runtime.state.KeyGroupStatePartitionStreamProvider;
import io.millrace.runtime.state.KeyedStateCheckpointOutputStream;
import io.millrace.runtime.state.OperatorStateCheckpointOutputStream;
import io.millrace.runtime.state.StateInitializationContext;
import io.millrace.runtime.state.StatePartitionStreamProvider;
import io.millrace.runtime.state.StateSnapshotContext;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.AbstractStreamOperatorFactory;
import io.millrace.streaming.api.operators.AbstractUdfStreamOperator;
import io.millrace.streaming.api.operators.ChainingStrategy;
import io.millrace.streaming.api.operators.InternalTimer;
import io.millrace.streaming.api.operators.InternalTimerService;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperatorFactory;
import io.millrace.streaming.api.operators.StreamOperator;
import io.millrace.streaming.api.operators.StreamOperatorParameters;
import io.millrace.streaming.api.operators.Triggerable;
import io.millrace.streaming.api.operators.TwoInputStreamOperator;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.util.OutputTag;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that bring their own operators. */
@Timeout(180)
class CustomOperatorsTest {

    private static final long KEYS = 7;
    private static final OutputTag<Long> LOGGED = new OutputTag<>("logged", Types.LONG);

    @TempDir Path directory;

    /**
     * Counts by key in raw keyed state, and logs each fifth number in raw operator state, a
     * partition for each. At the end of time each key's timer tells its count; at the end of input
     * the log is told.
     */
    private static final class RawCounts extends AbstractStreamOperator<Tuple2<Long, Long>>
            implements OneInputStreamOperator<Long, Tuple2<Long, Long>>,
                    Triggerable<Long, VoidNamespace> {
        private static final long serialVersionUID = 1L;
        private final Fault fault;
        private final Shared<AtomicLong> processed;
        private transient Map<Integer, Map<Long, Long>> counts;
        private transient List<Long> log;
        private transient InternalTimerService<VoidNamespace> timers;

        RawCounts(Fault fault, Shared<AtomicLong> processed) {
            this.fault = fault;
            this.processed = processed;
        }

        @Override
        public void initializeState(StateInitializationContext context) throws Exception {
            super.initializeState(context);
            counts = new HashMap<>();
            log = new ArrayList<>();
            for (StatePartitionStreamProvider part : context.getRawOperatorStateInputs()) {
                log.add(new DataInputStream(part.getStream()).readLong());
                assertThat(part.getStream().read()).isEqualTo(-1);
            }
            for (KeyGroupStatePartitionStreamProvider group : context.getRawKeyedStateInputs()) {
                DataInputStream in = new DataInputStream(group.getStream());
                Map<Long, Long> ofGroup = new HashMap<>();
                while (in.available() > 0) {
                    ofGroup.put(in.readLong(), in.readLong());
                }
                counts.put(group.getKeyGroupId(), ofGroup);
            }
        }

        @Override
        public void open() throws Exception {
            super.open();
            timers = getInternalTimerService("end", VoidNamespaceSerializer.INSTANCE, this);
        }

        @Override
        public void processElement(StreamRecord<Long> element) {
            if (element.getValue() == 15) {
                fault.strike("at 15");
            }
            Long key = (Long) getCurrentKey();
            int group = KeyGroupRangeAssignment.assignToKeyGroup(key, 128);
            counts.computeIfAbsent(group, g -> new HashMap<>()).merge(key, 1L, Long::sum);
            if (element.getValue() % 5 == 0) {
                log.add(element.getValue());
            }
            timers.registerEventTimeTimer(VoidNamespace.INSTANCE, Long.MAX_VALUE - 1);
            processed.get().incrementAndGet();
        }

        @Override
        public void snapshotState(StateSnapshotContext context) throws Exception {
            super.snapshotState(context);
            OperatorStateCheckpointOutputStream raw = context.getRawOperatorStateOutput();
            for (Long logged : log) {
                raw.startNewPartition();
                new DataOutputStream(raw).writeLong(logged);
            }
            KeyedStateCheckpointOutputStream keyed = context.getRawKeyedOperatorStateOutput();
            for (Map.Entry<Integer, Map<Long, Long>> group : counts.entrySet()) {
                keyed.startNewKeyGroup(group.getKey());
                DataOutputStream out = new DataOutputStream(keyed);
                for (Map.Entry<Long, Long> count : group.getValue().entrySet()) {
                    out.writeLong(count.getKey());
                    out.writeLong(count.getValue());
                }
            }
        }

        @Override
        public void onEventTime(InternalTimer<Long, VoidNamespace> timer) {
            int group = KeyGroupRangeAssignment.assignToKeyGroup(timer.getKey(), 128);
            output.collect(
                    new StreamRecord<>(
                            Tuple2.of(timer.getKey(), counts.get(group).get(timer.getKey()))));
        }

        @Override
        public void onProcessingTime(InternalTimer<Long, VoidNamespace> timer) {
            throw new AssertionError("nobody registered " + timer);
        }

        @Override
        public void finish() throws Exception {
            for (Long logged : log) {
                output.collect(LOGGED, new StreamRecord<>(logged));
            }
            log.clear();
            super.finish();
        }
    }

    private static final class Run {
        final Gate gate = new Gate();
        final CheckpointLog checkpoints = new CheckpointLog();
        final Fault fault;
        final AtomicLong processed = new AtomicLong();
        final Collected<Tuple2<Long, Long>> counts = new Collected<>();
        final Collected<Long> logged = new Collected<>();

        Run(Fault fault) {
            this.fault = fault;
        }

        RunningJob start(int parallelism, Configuration configuration) throws Exception {
            StreamExecutionEnvironment env = Jobs.environment(1, configuration);
            env.enableCheckpointing(20);
            env.setMaxParallelism(128);
            Jobs.restarts(env, 3);
            env.getCheckpointConfig()
                    .setExternalizedCheckpointRetention(
                            ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
            SingleOutputStreamOperator<Tuple2<Long, Long>> counted =
                    env.fromSource(
                                    NumberSource.numbers(1, 60).paced(Pace.behind(gate)),
                                    WatermarkStrategy.noWatermarks(),
                                    "numbers")
                            .uid("numbers")
                            .map(checkpoints.<Long>probe())
                            .uid("probe")
                            .keyBy(value -> value % KEYS)
                            .transform(
                                    "raw",
                                    Types.TUPLE(Types.LONG, Types.LONG),
                                    new RawCounts(fault, Shared.of(processed)))
                            .uid("raw")
                            .setParallelism(parallelism);
            counted.addSink(counts).uid("counts");
            counted.getSideOutput(LOGGED).addSink(logged).uid("logged");
            return Jobs.start(env, "raw");
        }

        /** Has so many more numbers processed and in a checkpoint; then ends the run. */
        Path leave(RunningJob job, long upTo, long more, Path root) throws Exception {
            gate.letReadUpTo(upTo);
            Await.until("they are processed", () -> processed.get() >= more);
            checkpoints.awaitFurtherCompleted(2);
            job.suspend();
            return CheckpointFolder.at(root.resolve(job.id())).newest();
        }
    }

    @Test
    @DisplayName(
            "ST-16: raw state and timers of a custom operator outlive a failure, and move with another parallelism")
    void rawStateAndTimersOutliveAFailureAndMove() throws Exception {
        Run first = new Run(Fault.once());
        RunningJob job = first.start(2, Jobs.checkpointsIn(directory));
        first.gate.letReadUpTo(10);
        Await.until("ten are processed", () -> first.processed.get() >= 10);
        first.checkpoints.awaitFurtherCompleted(2);
        Path left = first.leave(job, 20, 20, directory);
        assertThat(first.fault.struck()).isEqualTo(1);

        Run second = new Run(Fault.times(0));
        job = second.start(3, Jobs.checkpointsIn(directory, left.toString()));
        left = second.leave(job, 40, 20, directory);

        Run third = new Run(Fault.times(0));
        job = third.start(1, Jobs.checkpointsIn(directory, left.toString()));
        left = third.leave(job, 50, 10, directory);

        Run last = new Run(Fault.times(0));
        job = last.start(4, Jobs.checkpointsIn(directory, left.toString()));
        last.gate.open();
        job.awaitFinished();

        Map<Long, Long> expected = new TreeMap<>();
        LongStream.rangeClosed(1, 60).forEach(i -> expected.merge(i % KEYS, 1L, Long::sum));
        Map<Long, Long> counted = new TreeMap<>();
        last.counts.values().forEach(count -> counted.put(count.f0, count.f1));
        assertThat(last.counts.size()).as("each timer fires once").isEqualTo((int) KEYS);
        assertThat(counted).isEqualTo(expected);
        assertThat(last.logged.values())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 12).mapToObj(i -> i * 5).toList());
        for (Run earlier : List.of(first, second, third)) {
            assertThat(earlier.counts.size()).isZero();
        }
    }

    /**
     * Its function is a rich one with keyed state: opened and given its context by the operator.
     */
    private static final class Numbered
            extends AbstractUdfStreamOperator<String, RichMapFunction<Long, String>>
            implements OneInputStreamOperator<Long, String> {
        private static final long serialVersionUID = 1L;

        Numbered(RichMapFunction<Long, String> function) {
            super(function);
        }

        @Override
        public void processElement(StreamRecord<Long> element) throws Exception {
            output.collect(element.replace(userFunction.map(element.getValue())));
        }
    }

    private static final class Count extends RichMapFunction<Long, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public String map(Long value) throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            return value + " is number " + count.value();
        }
    }

    /** Makes the operator above where it runs. */
    private static final class Numbering extends AbstractStreamOperatorFactory<String>
            implements OneInputStreamOperatorFactory<Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings("unchecked") // the signature leaves the class to the caller
        public <T extends StreamOperator<String>> T createStreamOperator(
                StreamOperatorParameters<String> parameters) {
            assertThat(parameters.getOutput()).isNotNull();
            assertThat(processingTimeService.getCurrentProcessingTime()).isPositive();
            return (T) new Numbered(new Count());
        }

        @Override
        @SuppressWarnings("rawtypes") // the signature
        public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
            return Numbered.class;
        }
    }

    @Test
    @DisplayName(
            "transform with an operator around a function, given or made by a factory; chained or not")
    void operatorsAroundFunctions() throws Exception {
        for (ChainingStrategy strategy : ChainingStrategy.values()) {
            Collected<String> given = new Collected<>();
            Collected<String> made = new Collected<>();
            StreamExecutionEnvironment env = Jobs.environment(1);
            Numbered operator = new Numbered(new Count());
            operator.setChainingStrategy(strategy);
            Numbering factory = new Numbering();
            factory.setChainingStrategy(strategy);
            env.fromData(4L, 5L, 6L)
                    .keyBy(value -> value % 2)
                    .transform("given", Types.STRING, operator)
                    .addSink(given);
            env.fromData(4L, 5L, 6L)
                    .keyBy(value -> value % 2)
                    .transform("made", Types.STRING, factory)
                    .addSink(made);
            Jobs.run(env, "around functions");
            assertThat(given.values())
                    .containsExactly("4 is number 1", "5 is number 1", "6 is number 2");
            assertThat(made.values()).isEqualTo(given.values());
        }
    }

    private static final class Joined extends AbstractStreamOperator<String>
            implements TwoInputStreamOperator<Long, String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> sum;

        @Override
        public void open() throws Exception {
            sum = getPartitionedState(new ValueStateDescriptor<>("sum", Types.LONG));
        }

        private void add(long value) throws Exception {
            sum.update(sum.value() == null ? value : sum.value() + value);
            output.collect(new StreamRecord<>(getCurrentKey() + ":" + sum.value()));
        }

        @Override
        public void processElement1(StreamRecord<Long> element) throws Exception {
            add(element.getValue());
        }

        @Override
        public void processElement2(StreamRecord<String> element) throws Exception {
            add(element.getValue().length());
        }
    }

    @Test
    @DisplayName("An operator with two keyed inputs has one state for the records of both")
    void twoInputs() throws Exception {
        Collected<String> joined = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.fromData(1L, 2L, 3L)
                .connect(env.fromData("a", "bb", "ccc"))
                .keyBy(value -> value % 2, text -> (long) text.length() % 2)
                .transform("joined", Types.STRING, new Joined())
                .addSink(joined);
        Jobs.run(env, "joined");
        assertThat(joined.values()).hasSize(6).contains("1:8", "0:4");
    }
}
