// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
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
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Classes of state that have changed between two runs: each version is compiled and loaded anew.
 */
@Timeout(180)
class StateClassesTest {

    private static final String FUNCTION =
            """
            package program;
            import io.millrace.api.common.functions.*;
            import io.millrace.api.common.state.*;
            public class Keeping extends RichMapFunction<Long, String> {
                private transient ValueState<Kept> kept;
                @Override public void open(OpenContext context) {
                    kept = getRuntimeContext().getState(new ValueStateDescriptor<>("kept", Kept.class));
                }
                @Override public String map(Long value) throws Exception {
                    if (kept.value() == null) {
                        kept.update(Kept.first());
                    }
                    return kept.value().toString();
                }
            }
            """;

    private static final String OLD =
            """
            package program;
            public class Kept {
                public int id;
                public String name;
                public int old;
                static Kept first() {
                    Kept kept = new Kept();
                    kept.id = 7;
                    kept.name = "x";
                    kept.old = 3;
                    return kept;
                }
                @Override public String toString() { return id + " " + name + " " + old; }
            }
            """;

    private static final String NEW =
            """
            package program;
            public class Kept {
                public Integer added;
                public int id;
                public String name;
                static Kept first() { return new Kept(); }
                @Override public String toString() { return id + " " + name + " " + added; }
            }
            """;

    /** Of the same name, with a field that is another type now. */
    private static final String OTHER_TYPE =
            """
            package program;
            public class Kept {
                public String id;
                public String name;
                public int old;
                static Kept first() { return new Kept(); }
            }
            """;

    /** State of every kind, all of one class. */
    private static final String HOLDING =
            """
            package program;
            import io.millrace.api.common.functions.*;
            import io.millrace.api.common.state.*;
            import io.millrace.api.common.typeinfo.*;
            import io.millrace.api.java.tuple.Tuple2;
            import io.millrace.runtime.state.*;
            import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
            import java.util.*;
            public class Keeping extends RichMapFunction<Long, String> implements CheckpointedFunction {
                private transient ValueState<Kept> value;
                private transient ListState<Kept> list;
                private transient MapState<String, Kept> map;
                private transient ReducingState<Kept> reducing;
                private transient AggregatingState<Kept, String> aggregating;
                private transient ValueState<Tuple2<String, Kept>> tuple;
                private transient ValueState<Kept[]> array;
                private transient ValueState<List<Kept>> inList;
                private transient ValueState<Map<String, Kept>> inMap;
                private transient ValueState<Point> point;
                private transient ListState<Kept> operatorList;
                private transient ListState<Kept> union;
                private transient BroadcastState<String, Kept> broadcast;
                @Override public void initializeState(FunctionInitializationContext context) throws Exception {
                    OperatorStateStore store = context.getOperatorStateStore();
                    operatorList = store.getListState(new ListStateDescriptor<>("l", Kept.class));
                    union = store.getUnionListState(new ListStateDescriptor<>("u", Kept.class));
                    broadcast = store.getBroadcastState(
                            new MapStateDescriptor<>("b", String.class, Kept.class));
                }
                @Override public void snapshotState(FunctionSnapshotContext context) {}
                @Override public void open(OpenContext context) {
                    RuntimeContext runtime = getRuntimeContext();
                    TypeInformation<Kept> type = TypeInformation.of(Kept.class);
                    value = runtime.getState(new ValueStateDescriptor<>("value", Kept.class));
                    list = runtime.getListState(new ListStateDescriptor<>("list", Kept.class));
                    map = runtime.getMapState(
                            new MapStateDescriptor<>("map", String.class, Kept.class));
                    reducing = runtime.getReducingState(
                            new ReducingStateDescriptor<>("reducing", (a, b) -> b, Kept.class));
                    aggregating = runtime.getAggregatingState(
                            new AggregatingStateDescriptor<>("aggregating", new Last(), Kept.class));
                    tuple = runtime.getState(
                            new ValueStateDescriptor<>("tuple", Types.TUPLE(Types.STRING, type)));
                    array = runtime.getState(
                            new ValueStateDescriptor<>("array", Types.OBJECT_ARRAY(type)));
                    inList = runtime.getState(new ValueStateDescriptor<>("inList", Types.LIST(type)));
                    inMap = runtime.getState(
                            new ValueStateDescriptor<>("inMap", Types.MAP(Types.STRING, type)));
                    point = runtime.getState(new ValueStateDescriptor<>("point", Point.class));
                }
                @Override public String map(Long record) throws Exception {
                    if (value.value() == null) {
                        value.update(Kept.of(1));
                        list.update(List.of(Kept.of(2), Kept.of(3)));
                        map.put("k", Kept.of(4));
                        reducing.add(Kept.of(5));
                        aggregating.add(Kept.of(6));
                        tuple.update(Tuple2.of("t", Kept.of(7)));
                        array.update(new Kept[] {Kept.of(8)});
                        inList.update(new ArrayList<>(List.of(Kept.of(9))));
                        inMap.update(new HashMap<>(Map.of("m", Kept.of(10))));
                        point.update(Kept.point());
                        operatorList.add(Kept.of(11));
                        union.add(Kept.of(12));
                        broadcast.put("r", Kept.of(13));
                    }
                    StringJoiner all = new StringJoiner("\\n");
                    all.add("" + value.value());
                    list.get().forEach(each -> all.add("" + each));
                    all.add("" + map.get("k")).add("" + reducing.get()).add("" + aggregating.get());
                    all.add("" + tuple.value().f1).add("" + array.value()[0]);
                    all.add("" + inList.value().get(0)).add("" + inMap.value().get("m"));
                    operatorList.get().forEach(each -> all.add("" + each));
                    union.get().forEach(each -> all.add("" + each));
                    return all.add("" + broadcast.get("r")).add("" + point.value()).toString();
                }
                static class Last implements AggregateFunction<Kept, Kept, String> {
                    @Override public Kept createAccumulator() { return Kept.of(0); }
                    @Override public Kept add(Kept value, Kept accumulator) { return value; }
                    @Override public String getResult(Kept accumulator) { return "" + accumulator; }
                    @Override public Kept merge(Kept a, Kept b) { return a; }
                }
            }
            """;

    private static final Map<String, String> HELD_OLD =
            Map.of(
                    "Keeping",
                    HOLDING,
                    "Part",
                    "package program; public class Part { public int a; public String b; }",
                    "Point",
                    "package program; public record Point(int x, int y, Part part) {}",
                    "Kept",
                    """
                    package program;
                    public class Kept {
                        public int id;
                        public String name;
                        public int old;
                        public Part part;
                        public Part[] parts;
                        public Point point;
                        static Point point() {
                            Part part = new Part();
                            part.a = 5;
                            part.b = "b";
                            return new Point(1, 2, part);
                        }
                        static Kept of(int id) {
                            Kept kept = new Kept();
                            kept.id = id;
                            kept.name = "n" + id;
                            kept.old = 3;
                            kept.point = point();
                            kept.part = point().part();
                            kept.parts = new Part[] {point().part()};
                            return kept;
                        }
                        @Override public String toString() {
                            return id + " " + name + " " + old + " " + part.a + part.b + parts[0].a
                                    + parts[0].b + " " + point.x() + point.y();
                        }
                    }
                    """);

    /** In every class a field is gone and one has come, and the others have changed places. */
    private static final Map<String, String> HELD_NEW =
            Map.of(
                    "Keeping",
                    HOLDING,
                    "Part",
                    "package program; public class Part { public String b; public Long c; }",
                    "Point",
                    "package program; public record Point(Part part, long added, int y) {}",
                    "Kept",
                    """
                    package program;
                    public class Kept {
                        public Integer added;
                        public Point point;
                        public Part[] parts;
                        public Part part;
                        public String name;
                        public int id;
                        static Point point() { return null; }
                        static Kept of(int id) { return null; }
                        @Override public String toString() {
                            return id + " " + name + " " + added + " " + part.b + part.c + parts[0].b
                                    + parts[0].c + " " + point.added() + point.y() + point.part().b;
                        }
                    }
                    """);

    @TempDir Path folder;

    private final Collected<String> read = new Collected<>();
    private final CheckpointLog log = new CheckpointLog();

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("S05: a field that is gone is dropped, one that has come has its default value")
    void fieldsComeAndGo(Kept kept) throws Exception {
        runOnce(kept, version("old", Map.of("Keeping", FUNCTION, "Kept", OLD)), 1);
        assertThat(read.values()).containsExactly("7 x 3");
        runOnce(kept, version("new", Map.of("Keeping", FUNCTION, "Kept", NEW)), 2);
        assertThat(read.values()).containsExactly("7 x 3", "7 x null");
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName(
            "S05, ST-31, ST-34, ST-37: the same in state of every kind and nested in each other, and the"
                    + " next checkpoint is written in the new shape")
    void fieldsComeAndGoInEveryKindOfState(Kept kept) throws Exception {
        runOnce(kept, version("old", HELD_OLD), 1);
        assertThat(read.values().get(0).lines()).contains("1 n1 3 5b5b 12", "13 n13 3 5b5b 12");
        runOnce(kept, version("new", HELD_NEW), 2);
        List<String> lines = read.values().get(1).lines().toList();
        assertThat(lines).hasSize(14);
        for (int id = 1; id <= 13; id++) {
            assertThat(lines.get(id - 1)).isEqualTo(id + " n" + id + " null bnullbnull 02b");
        }
        assertThat(lines.get(13)).startsWith("Point[part=").endsWith("added=0, y=2]");
        runOnce(kept, version("again", HELD_OLD), 3);
        lines = read.values().get(2).lines().toList();
        for (int id = 1; id <= 13; id++) {
            assertThat(lines.get(id - 1)).isEqualTo(id + " n" + id + " 0 0b0b 02");
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("ST-31, ST-36: a field of another type is refused, and named with both types")
    void aFieldOfAnotherTypeIsRefused(Kept kept) throws Exception {
        runOnce(kept, version("old", Map.of("Keeping", FUNCTION, "Kept", OLD)), 1);
        Gate open = new Gate();
        open.open();
        String checkpoint = CheckpointFolder.at(folder).newest().toString();
        Throwable failure =
                start(
                                version("new", Map.of("Keeping", FUNCTION, "Kept", OTHER_TYPE)),
                                kept.in(Jobs.checkpointsIn(folder, checkpoint)),
                                open)
                        .awaitFailure();
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains(
                                                "'kept'",
                                                "uid 'keeping'",
                                                "{id: Integer, name: String, old: Integer}",
                                                "{id: String, name: String, old: Integer}",
                                                "Field 'id' of program.Kept was Integer and is now"
                                                        + " String"));
        assertThat(read.values()).containsExactly("7 x 3");
    }

    private static Map<String, String> holding(String type, String first) {
        return Map.of(
                "Keeping",
                """
                package program;
                import io.millrace.api.common.functions.*;
                import io.millrace.api.common.state.*;
                public class Keeping extends RichMapFunction<Long, String> {
                    private transient ValueState<TYPE> v;
                    @Override public void open(OpenContext context) {
                        v = getRuntimeContext().getState(new ValueStateDescriptor<>("v", TYPE.class));
                    }
                    @Override public String map(Long value) throws Exception {
                        if (v.value() == null) {
                            v.update(FIRST);
                        }
                        return v.value().getClass().getSimpleName() + " " + v.value();
                    }
                }
                """
                        .replace("TYPE", type)
                        .replace("FIRST", first));
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("S03: a state of another type fails the job before a record, with all names")
    void anotherTypeIsRefused(Kept kept) throws Exception {
        runOnce(kept, version("old", holding("Long", "5L")), 1);
        Gate open = new Gate();
        open.open();
        Throwable failure =
                start(
                                version("new", holding("String", "\"s\"")),
                                kept.in(
                                        Jobs.checkpointsIn(
                                                folder,
                                                CheckpointFolder.at(folder).newest().toString())),
                                open)
                        .awaitFailure();
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains(
                                                "'v'",
                                                "uid 'keeping'",
                                                "type Long",
                                                "type String"));
        assertThat(read.values()).containsExactly("Long 5");
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("A state of a number may become one of a wider number")
    void aStateBecomesWider(Kept kept) throws Exception {
        runOnce(kept, version("old", holding("Integer", "5")), 1);
        runOnce(kept, version("new", holding("Long", "6L")), 2);
        assertThat(read.values()).containsExactly("Integer 5", "Long 5");
    }

    /** Runs until one more record is there and in a checkpoint; from the one before, if any. */
    private void runOnce(Kept kept, ClassLoader program, int run) throws Exception {
        Gate gate = new Gate();
        gate.letReadUpTo(run);
        Configuration configuration =
                run == 1
                        ? Jobs.checkpointsIn(folder)
                        : Jobs.checkpointsIn(
                                folder, CheckpointFolder.at(folder).newest().toString());
        RunningJob job = start(program, kept.in(configuration), gate);
        Await.until("the record is there", () -> read.size() == run);
        log.awaitFurtherCompleted(2);
        job.cancel();
    }

    private RunningJob start(ClassLoader program, Configuration configuration, Gate gate)
            throws Exception {
        configuration.setString("restart-strategy.type", "none");
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(configuration, program);
        env.setParallelism(1);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        @SuppressWarnings("unchecked") // see FUNCTION
        MapFunction<Long, String> keeping =
                (MapFunction<Long, String>)
                        program.loadClass("program.Keeping").getDeclaredConstructor().newInstance();
        env.fromSource(
                        NumberSource.numbers(1, 3).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .keyBy(value -> 0)
                .map(keeping)
                .uid("keeping")
                .map(log.<String>probe())
                .uid("log")
                .addSink(read)
                .uid("sink");
        return Jobs.start(env, "classes");
    }

    private ClassLoader version(String name, Map<String, String> texts) throws Exception {
        Path sources = Files.createDirectories(folder.resolve(name + "/program"));
        Path classes = Files.createDirectories(folder.resolve(name + "-classes"));
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path")));
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = sources.resolve(text.getKey() + ".java");
            arguments.add(Files.writeString(file, text.getValue()).toString());
        }
        int compiled =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(String[]::new));
        assertThat(compiled).as("exit of javac").isZero();
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, StateClassesTest.class.getClassLoader());
    }
}
