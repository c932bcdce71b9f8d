// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import io.millrace.util.Collector;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** State that a changed program asks for as something else, of every kind and in every form. */
@Timeout(180)
class RefusedTypesTest {

    /** What the program asks for otherwise than before, and what the refusal must say. */
    private enum Changed {
        NOTHING(""),
        VALUE("'value'", "Long", "String"),
        LIST("'list'", "Long", "String"),
        MAP_VALUE("'map'", "Long", "String"),
        MAP_KEY("'map'", "Long", "String"),
        REDUCING("'reducing'", "Long", "String"),
        AGGREGATING("'aggregating'", "Long", "String"),
        VALUE_TO_LIST("'value'", "value state", "list state"),
        KEY("key", "Long", "String"),
        OPERATOR_LIST("'dealt'", "Long", "String"),
        UNION_LIST("'union'", "Long", "String"),
        LIST_TO_UNION("'dealt'", "union"),
        BROADCAST_VALUE("'broadcast'", "Long", "String"),
        BROADCAST_KEY("'broadcast'", "Long", "String"),
        WINDOW("uid 'w'", "Long", "String");

        private final String said;

        Changed(String... said) {
            this.said = String.join("|", said);
        }

        boolean isSaidIn(String message) {
            return Arrays.stream(said.split("\\|", -1)).allMatch(message::contains);
        }

        /** Of what state is; {@code which} says of which. */
        @SuppressWarnings("unchecked") // values go in only where the type is the first one
        TypeInformation<Object> type(Changed which) {
            return (TypeInformation<Object>) (Object) (this == which ? Types.STRING : Types.LONG);
        }
    }

    /** What the program is restored from. */
    private enum From {
        A_CHECKPOINT,
        A_CANONICAL_SAVEPOINT,
        A_NATIVE_SAVEPOINT
    }

    @TempDir Path directory;
    @TempDir Path otherDirectory;

    private final Gate gate = new Gate();
    private final CheckpointLog log = new CheckpointLog();
    private final Collected<Object> handled = new Collected<>();

    @ParameterizedTest(name = "{displayName}: {0} from {1} to {2}")
    @CsvSource({
        "ON_THE_HEAP, A_CHECKPOINT, ON_THE_HEAP",
        "ON_THE_HEAP_IN_LAYERS, A_CHECKPOINT, ON_THE_HEAP_IN_LAYERS",
        "ON_THE_HEAP_IN_LAYERS, A_NATIVE_SAVEPOINT, ON_THE_HEAP",
        "IN_ROCKSDB, A_CANONICAL_SAVEPOINT, ON_THE_HEAP",
        "ON_THE_HEAP, A_CANONICAL_SAVEPOINT, IN_ROCKSDB",
        "IN_ROCKSDB_BY_FILES, A_CHECKPOINT, IN_ROCKSDB_BY_FILES",
        "IN_ROCKSDB_BY_FILES, A_NATIVE_SAVEPOINT, IN_ROCKSDB"
    })
    @DisplayName(
            "S03, ST-13, ST-35, ST-36, ST-37: another type is refused before a record, with uid,"
                    + " state and both types")
    void anotherTypeIsRefused(Kept before, From from, Kept after) throws Exception {
        RunningJob first = start(before.in(Jobs.checkpointsIn(directory)), Changed.NOTHING);
        gate.letReadUpTo(10);
        Await.until("ten have come", () -> handled.size() == 10);
        log.awaitFurtherCompleted(2);
        String path =
                from == From.A_CHECKPOINT
                        ? null
                        : first.client()
                                .triggerSavepoint(
                                        directory.resolve("savepoints").toString(),
                                        from == From.A_NATIVE_SAVEPOINT
                                                ? SavepointFormatType.NATIVE
                                                : SavepointFormatType.CANONICAL)
                                .get(60, TimeUnit.SECONDS);
        first.cancel();
        if (path == null) {
            path = CheckpointFolder.at(directory).newest().toString();
        }
        Configuration settings = after.in(Jobs.checkpointsIn(otherDirectory, path));
        // No number of restarts would help, so none is made.
        settings.setString("restart-strategy.type", "fixed-delay");
        settings.setString("restart-strategy.fixed-delay.attempts", "1000000");
        settings.setString("restart-strategy.fixed-delay.delay", "1 h");
        gate.open();
        List<String> wrong = new ArrayList<>();
        for (Changed changed : Changed.values()) {
            if (changed == Changed.NOTHING) {
                continue;
            }
            Throwable failure = catchThrowable(() -> start(settings, changed).awaitFinished());
            List<String> messages = failure == null ? List.of() : Throwables.messages(failure);
            String uid = changed == Changed.WINDOW ? "uid 'w'" : "uid 'c'";
            if (messages.stream()
                    .noneMatch(message -> message.contains(uid) && changed.isSaidIn(message))) {
                wrong.add(changed + " said " + messages);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(handled.size()).as("no record is handled").isEqualTo(10);

        // And unchanged it goes on.
        start(settings, Changed.NOTHING).awaitFinished();
        assertThat(handled.size()).isEqualTo(20);
    }

    private RunningJob start(Configuration configuration, Changed changed) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        TypeInformation<Object> keyType = changed.type(Changed.KEY);
        TypeInformation<Object> windowType = changed.type(Changed.WINDOW);
        KeyedStream<Long, Object> keyed =
                env.fromSource(
                                NumberSource.numbers(1, 20).paced(Pace.behind(gate)),
                                WatermarkStrategy.<Long>forMonotonousTimestamps()
                                        .withTimestampAssigner((number, before) -> number),
                                "numbers")
                        .uid("numbers")
                        .map(log.<Long>probe())
                        .uid("probe")
                        .keyBy(
                                number ->
                                        changed == Changed.KEY
                                                ? (Object) ("k" + number % 3)
                                                : (Object) (number % 3),
                                keyType);
        keyed.process(new Keeper(changed))
                .returns(Types.GENERIC(Object.class))
                .uid("c")
                .addSink(handled)
                .uid("sink");
        keyed.map(number -> changed == Changed.WINDOW ? (Object) ("w" + number) : (Object) number)
                .returns(windowType)
                .uid("values")
                .keyBy(value -> 0)
                .window(EventTimeSessionWindows.withGap(Duration.ofHours(1)))
                .reduce((a, b) -> a)
                .returns(windowType)
                .uid("w")
                .addSink(new Collected<>())
                .uid("windows");
        return Jobs.start(env, "S03");
    }

    private static final class Keeper extends KeyedProcessFunction<Object, Long, Object>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private final Changed changed;
        private transient ValueState<Object> value;
        private transient ListState<Object> list;
        private transient MapState<Object, Object> map;
        private transient ReducingState<Object> reducing;
        private transient AggregatingState<Object, Object> aggregating;
        private transient ListState<Object> dealt;
        private transient ListState<Object> union;
        private transient BroadcastState<Object, Object> broadcast;

        Keeper(Changed changed) {
            this.changed = changed;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            var store = context.getOperatorStateStore();
            ListStateDescriptor<Object> descriptor =
                    new ListStateDescriptor<>("dealt", changed.type(Changed.OPERATOR_LIST));
            dealt =
                    changed == Changed.LIST_TO_UNION
                            ? store.getUnionListState(descriptor)
                            : store.getListState(descriptor);
            union =
                    store.getUnionListState(
                            new ListStateDescriptor<>("union", changed.type(Changed.UNION_LIST)));
            broadcast =
                    store.getBroadcastState(
                            new MapStateDescriptor<>(
                                    "broadcast",
                                    changed.type(Changed.BROADCAST_KEY),
                                    changed.type(Changed.BROADCAST_VALUE)));
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}

        @Override
        public void open(OpenContext context) {
            var runtime = getRuntimeContext();
            if (changed == Changed.VALUE_TO_LIST) {
                runtime.getListState(
                        new ListStateDescriptor<>("value", changed.type(Changed.NOTHING)));
            } else {
                value =
                        runtime.getState(
                                new ValueStateDescriptor<>("value", changed.type(Changed.VALUE)));
            }
            list =
                    runtime.getListState(
                            new ListStateDescriptor<>("list", changed.type(Changed.LIST)));
            map =
                    runtime.getMapState(
                            new MapStateDescriptor<>(
                                    "map",
                                    changed.type(Changed.MAP_KEY),
                                    changed.type(Changed.MAP_VALUE)));
            reducing =
                    runtime.getReducingState(
                            new ReducingStateDescriptor<>(
                                    "reducing", (a, b) -> b, changed.type(Changed.REDUCING)));
            aggregating =
                    runtime.getAggregatingState(
                            new AggregatingStateDescriptor<>(
                                    "aggregating",
                                    new Last(
                                            changed == Changed.AGGREGATING
                                                    ? (Serializable) ""
                                                    : (Serializable) 0L),
                                    changed.type(Changed.AGGREGATING)));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Object> out)
                throws Exception {
            out.collect(number);
            value.update(number);
            list.add(number);
            map.put(number, number);
            reducing.add(number);
            aggregating.add(number);
            dealt.add(number);
            union.add(number);
            broadcast.put(number, number);
            context.timerService().registerEventTimeTimer(number + 1_000);
        }
    }

    private static final class Last implements AggregateFunction<Object, Object, Object> {
        private static final long serialVersionUID = 1L;
        private final Serializable nothing;

        Last(Serializable nothing) {
            this.nothing = nothing;
        }

        @Override
        public Object createAccumulator() {
            return nothing;
        }

        @Override
        public Object add(Object value, Object accumulator) {
            return value;
        }

        @Override
        public Object getResult(Object accumulator) {
            return accumulator;
        }

        @Override
        public Object merge(Object a, Object b) {
            return b;
        }
    }
}
