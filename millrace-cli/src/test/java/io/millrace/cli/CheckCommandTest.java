// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A savepoint of one version of a program, compared with other versions of it. */
@DisplayName("millrace checkpoint check")
class CheckCommandTest {

    /** Sources and sinks of the program leave word here. */
    private static final String OPENED = "shop.opened";

    @TempDir static Path folder;

    private static Path savepoint;
    private static int versions;

    private final Call call = new Call();

    @BeforeAll
    static void takeASavepoint() throws Exception {
        Path target = folder.resolve("savepoints");
        CheckCommandTest first = new CheckCommandTest();
        int code =
                first.millrace(
                        "run",
                        "-D",
                        "parallelism.default=1",
                        "-D",
                        "millrace.steering.enabled=false",
                        jar(Map.of()).toString(),
                        target.toUri().toString());
        assertThat(code).as(first.said()).isZero();
        try (Stream<Path> files = Files.walk(target)) {
            savepoint = files.filter(file -> file.endsWith("_metadata")).findFirst().orElseThrow();
        }
    }

    private int millrace(String... arguments) {
        return call.millrace(Map.of(), arguments);
    }

    private List<String> lines() {
        return call.lines();
    }

    private String said() {
        return call.said();
    }

    /** Checks the program with the first text replaced by the second, and so on. */
    private int check(List<String> options, String... changes) throws Exception {
        Map<String, String> replaced = new HashMap<>();
        for (int i = 0; i < changes.length; i += 2) {
            replaced.put(changes[i], changes[i + 1]);
        }
        List<String> all = new ArrayList<>(List.of("checkpoint", "check", "--format", "csv"));
        all.addAll(options);
        all.addAll(List.of(savepoint.toString(), jar(replaced).toString()));
        return millrace(all.toArray(new String[0]));
    }

    private int check(String... changes) throws Exception {
        return check(List.of(), changes);
    }

    /** The line of an operator's state, without the operator's name. */
    private String line(String operator, String state) {
        return lines().stream()
                .filter(
                        line ->
                                line.startsWith(operator + ",")
                                        && line.split(",", -1)[3].endsWith(state))
                .findFirst()
                .orElse("no line of " + operator + " " + state + " in " + lines());
    }

    private static Path jar(Map<String, String> changes) throws Exception {
        String text = PROGRAM;
        for (Map.Entry<String, String> change : changes.entrySet()) {
            assertThat(text).contains(change.getKey());
            text = text.replace(change.getKey(), change.getValue());
        }
        Path work = Files.createDirectories(folder.resolve("version-" + ++versions));
        Path source = Files.createDirectories(work.resolve("src/shop")).resolve("Shop.java");
        Files.writeString(source, text);
        Path classes = Files.createDirectories(work.resolve("classes"));
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                messages,
                                messages,
                                "-proc:none",
                                "-nowarn",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                source.toString());
        assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        Path jar = work.resolve("shop.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "shop.Shop");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(file, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                packed.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
                Files.copy(each, packed);
                packed.closeEntry();
            }
        }
        return jar;
    }

    // ---- what fits

    @Test
    void theSameProgramFitsWithAllItsStates() throws Exception {
        assertThat(check()).as(said() + lines()).isZero();

        assertThat(lines().get(0)).isEqualTo("operator,name,verdict,state,kind,was,now,why");
        assertThat(line("baskets", "basket")).contains(",matched,basket,value,");
        assertThat(line("baskets", "visits")).contains(",matched,visits,map,");
        assertThat(line("baskets", "seen")).contains(",matched,seen,value,");
        assertThat(line("baskets", "event-time")).contains(",matched,");
        assertThat(line("windows", "window-contents")).contains(",matched,");
        assertThat(line("numbers", "position")).contains(",matched,position,operator-list,");
        assertThat(line("pricing", "prices")).contains(",matched,prices,broadcast,");
        assertThat(line("out", "written")).contains(",matched,written,union-list,");
        assertThat(lines()).noneMatch(line -> line.contains(",dropped,"));
        assertThat(lines()).noneMatch(line -> line.contains(",unknown,"));
        assertThat(said()).contains("job 'shop' could begin from it\n");
    }

    @Test
    void nothingThatReachesOutsideIsOpened() throws Exception {
        assertThat(System.getProperty(OPENED)).as("when the job ran").isNotNull();
        System.clearProperty(OPENED);

        assertThat(check()).isZero();

        assertThat(System.getProperty(OPENED)).isNull();
    }

    @Test
    void whatFunctionsPrintIsNotAmongTheResults() throws Exception {
        assertThat(check("/* opening */", "System.out.println(\"hello, hello\");")).isZero();

        assertThat(lines()).noneMatch(line -> line.contains("hello, hello"));
    }

    @Test
    void aFieldThatWasAddedOrRemovedFitsAndIsTold() throws Exception {
        assertThat(check("public long total;", "public long total; public String note;")).isZero();
        assertThat(line("baskets", "basket"))
                .contains(",matched,", "note: String")
                .contains("note");

        assertThat(check("public long total;", "", ".total = 1", ".count = 1")).isZero();
        assertThat(line("baskets", "basket")).contains(",matched,").contains("total");
    }

    @Test
    void aTimeToLiveMayBeSwitchedOff() throws Exception {
        assertThat(check("seen.enableTimeToLive(", "forget(")).as(said() + lines()).isZero();

        assertThat(line("baskets", "seen")).contains(",matched,");
    }

    // ---- what does not

    @Test
    void aFieldOfAnotherTypeIsIncompatibleWithBothTypesTold() throws Exception {
        assertThat(check("public int count;", "public String count;", ".count = 2", ".total = 2"))
                .isEqualTo(1);

        assertThat(line("baskets", "basket"))
                .contains(",incompatible,basket,value,")
                .contains("count: Integer")
                .contains("count: String");
        assertThat(lines())
                .anyMatch(line -> line.startsWith("baskets,") && line.contains(",incompatible,,"));
        assertThat(said()).contains("could not begin from it");
    }

    @Test
    void aStateOfAnotherKindIsIncompatible() throws Exception {
        assertThat(
                        check(
                                "getUnionListState(new ListStateDescriptor<>(\"written\"",
                                "getListState(new ListStateDescriptor<>(\"written\""))
                .isEqualTo(1);
        assertThat(line("out", "written"))
                .contains(",incompatible,written,operator-list,union-list Long,Long,");

        assertThat(
                        check(
                                "visits = getRuntimeContext().getMapState(",
                                "getRuntimeContext().getState(new ValueStateDescriptor<>(\"visits\","
                                        + " Long.class)); visits = getRuntimeContext().getMapState(",
                                "new MapStateDescriptor<>(\"visits\"",
                                "new MapStateDescriptor<>(\"visits by page\""))
                .isEqualTo(1);
        assertThat(line("baskets", "visits")).contains(",incompatible,visits,value,");
        assertThat(line("baskets", "visits by page")).contains(",new,");
    }

    @Test
    void accumulatorsOfWindowsAndBroadcastStateAreJudgedToo() throws Exception {
        assertThat(
                        check(
                                "AggregateFunction<Tuple2<String, Long>, Long, Long>",
                                "AggregateFunction<Tuple2<String, Long>, String, Long>",
                                "Long createAccumulator() { return 0L; }",
                                "String createAccumulator() { return \"\"; }",
                                "Long add(Tuple2<String, Long> value, Long sum) { return sum + 1; }",
                                "String add(Tuple2<String, Long> v, String s) { return s; }",
                                "Long getResult(Long sum) { return sum; }",
                                "Long getResult(String sum) { return 0L; }",
                                "Long merge(Long a, Long b) { return a + b; }",
                                "String merge(String a, String b) { return a; }"))
                .isEqualTo(1);
        assertThat(line("windows", "window-contents"))
                .contains(",incompatible,")
                .contains(",Long,String,");

        assertThat(
                        check(
                                "new MapStateDescriptor<>(\"prices\", String.class, Long.class)",
                                "new MapStateDescriptor<>(\"prices\", String.class, String.class)",
                                ".put(\"tea\", 3L)",
                                ".put(\"tea\", \"3\")"))
                .isEqualTo(1);
        assertThat(line("pricing", "prices")).contains(",incompatible,prices,broadcast,");
    }

    @Test
    void keysOfAnotherTypeAndAnotherMaxParallelismAreIncompatible() throws Exception {
        assertThat(
                        check(
                                "each -> each.f0).process",
                                "each -> each.f1).process",
                                "KeyedProcessFunction<String, ",
                                "KeyedProcessFunction<Long, "))
                .isEqualTo(1);
        assertThat(lines())
                .anyMatch(
                        line ->
                                line.startsWith("baskets,")
                                        && line.contains("its keys were of type String"));

        assertThat(check(".uid(\"baskets\")", ".uid(\"baskets\").setMaxParallelism(64)"))
                .isEqualTo(1);
        assertThat(said() + lines()).contains("128", "64");
    }

    // ---- what comes and goes

    @Test
    void aStateWithAnotherNameIsNewAndTheOldOneIsDroppedAndKept() throws Exception {
        assertThat(check("\"visits\"", "\"pages\"")).isZero();

        assertThat(line("baskets", "visits")).contains(",dropped,visits,map,").contains("kept");
        assertThat(line("baskets", "pages")).contains(",new,pages,map,,");
    }

    @Test
    void anOperatorThatIsGoneIsDroppedWithItsStatesWhichHasToBeAllowed() throws Exception {
        assertThat(check(".uid(\"windows\")", ".uid(\"hours\")")).isEqualTo(1);
        assertThat(line("windows", "window-contents")).contains(",dropped,");
        assertThat(line("hours", "window-contents")).contains(",new,");

        assertThat(check(List.of("-n"), ".uid(\"windows\")", ".uid(\"hours\")")).isZero();
    }

    // ---- what is not known

    @Test
    void aFunctionThatCannotBeOpenedLeavesItsStatesUnknown() throws Exception {
        assertThat(
                        check(
                                "/* opening */",
                                "if (true) throw new IllegalStateException(\"no database here\");"))
                .isEqualTo(4);

        assertThat(line("baskets", "visits"))
                .contains(",unknown,visits,map,")
                .contains("no database here");
        // What was asked for before, and what is declared in a field, is known all the same.
        assertThat(line("baskets", "basket")).contains(",matched,");
        assertThat(line("baskets", "seen")).contains(",matched,");
        assertThat(said()).contains("as far as is known");
    }

    @Test
    void aStateThatIsAskedForOnlyWithARecordIsUnknown() throws Exception {
        // The compiler would leave out what stands behind a plain return.
        assertThat(check("/* opening */", "if (getRuntimeContext() != null) return;")).isEqualTo(4);

        assertThat(line("baskets", "basket")).contains(",matched,");
        assertThat(line("baskets", "visits"))
                .contains(",unknown,visits,map,")
                .contains("code of the function has its name", "perhaps with a record");
        assertThat(line("baskets", "seen"))
                .contains(",unknown,seen,value,Long with times,Long with times,")
                .contains("has its descriptor", "perhaps with a record");
    }

    @Test
    void withoutOpeningWhatShowsIsComparedAndTheRestIsUnknown() throws Exception {
        List<String> closed = List.of("--no-open");
        String announced = "System.out.println(\"BASKETS OPENED\");";
        assertThat(check("/* opening */", announced)).isZero();
        assertThat(said()).contains("BASKETS OPENED");

        assertThat(check(closed, "/* opening */", announced)).isEqualTo(4);

        assertThat(line("baskets", "basket")).contains(",unknown,").contains("without opening");
        assertThat(line("baskets", "seen"))
                .contains(",matched,seen,value,Long with times,Long with times,");
        assertThat(line("windows", "window-contents")).contains(",matched,");
        assertThat(line("pricing", "prices")).contains(",matched,");
        assertThat(said())
                .doesNotContain("BASKETS OPENED")
                .contains("without --no-open more is known");

        assertThat(
                        check(
                                closed,
                                "ValueStateDescriptor<Long> seen = new ValueStateDescriptor<>(\"seen\","
                                        + " Long.class)",
                                "ValueStateDescriptor<String> seen = new"
                                        + " ValueStateDescriptor<>(\"seen\", String.class)",
                                "getState(seen).update(1L)",
                                "getState(seen).update(\"1\")"))
                .isEqualTo(1);
        assertThat(line("baskets", "seen")).contains(",incompatible,seen,value,Long");
    }

    @Test
    void inJsonEachLineIsAnOperatorOrAState() throws Exception {
        String jar = jar(Map.of()).toString();
        assertThat(millrace("checkpoint", "check", "--format", "json", savepoint.toString(), jar))
                .isZero();

        assertThat(lines())
                .contains(
                        "{\"operator\": \"baskets\", \"name\": \"baskets\", \"verdict\": \"matched\","
                                + " \"state\": \"visits\", \"kind\": \"map\", \"was\": \"Map<String,"
                                + " Long>\", \"now\": \"Map<String, Long>\", \"why\": null}");
    }

    private static final String PROGRAM =
            """
            package shop;

            import io.millrace.api.common.eventtime.*;
            import io.millrace.api.common.functions.*;
            import io.millrace.api.common.state.*;
            import io.millrace.api.common.typeinfo.*;
            import io.millrace.api.java.tuple.*;
            import io.millrace.core.execution.*;
            import io.millrace.runtime.state.*;
            import io.millrace.streaming.api.checkpoint.*;
            import io.millrace.streaming.api.datastream.*;
            import io.millrace.streaming.api.environment.*;
            import io.millrace.streaming.api.functions.*;
            import io.millrace.streaming.api.functions.co.*;
            import io.millrace.streaming.api.functions.sink.*;
            import io.millrace.streaming.api.functions.source.*;
            import io.millrace.streaming.api.windowing.assigners.*;
            import io.millrace.util.*;
            import java.time.Duration;
            import java.util.*;
            import java.util.concurrent.*;

            public class Shop {
                public static final CountDownLatch EMITTED = new CountDownLatch(1);

                public static class Basket {
                    public String owner;
                    public long total;
                    public int count;
                }

                public static class Numbers extends RichSourceFunction<Tuple2<String, Long>>
                        implements CheckpointedFunction {
                    private volatile boolean running = true;
                    private transient ListState<Long> position;
                    @Override public void open(OpenContext context) {
                        System.setProperty("shop.opened", "source");
                    }
                    @Override public void run(SourceContext<Tuple2<String, Long>> context) throws Exception {
                        synchronized (context.getCheckpointLock()) {
                            for (long i = 0; i < 10; i++) {
                                context.collectWithTimestamp(Tuple2.of("owner-" + i, i), i);
                            }
                        }
                        EMITTED.countDown();
                        while (running) {
                            Thread.sleep(1);
                        }
                    }
                    @Override public void cancel() { running = false; }
                    @Override public void initializeState(FunctionInitializationContext context) throws Exception {
                        position = context.getOperatorStateStore().getListState(
                                new ListStateDescriptor<>("position", Long.class));
                    }
                    @Override public void snapshotState(FunctionSnapshotContext context) throws Exception {
                        position.update(List.of(10L));
                    }
                }

                public static class Baskets extends KeyedProcessFunction<String, Tuple2<String, Long>, Long> {
                    private final ValueStateDescriptor<Long> seen = new ValueStateDescriptor<>("seen", Long.class);
                    private transient ValueState<Basket> basket;
                    private transient MapState<String, Long> visits;
                    Baskets() {
                        seen.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofDays(1)).build());
                    }
                    static void forget(StateTtlConfig config) {}
                    @Override public void open(OpenContext context) {
                        basket = getRuntimeContext().getState(
                                new ValueStateDescriptor<>("basket", Basket.class));
                        /* opening */
                        visits = getRuntimeContext().getMapState(
                                new MapStateDescriptor<>("visits", String.class, Long.class));
                        getRuntimeContext().getState(seen);
                    }
                    @Override public void processElement(
                            Tuple2<String, Long> value, Context context, Collector<Long> out) throws Exception {
                        Basket kept = new Basket();
                        kept.owner = value.f0;
                        kept.total = 1;
                        kept.count = 2;
                        basket.update(kept);
                        visits.put("home", value.f1);
                        getRuntimeContext().getState(seen).update(1L);
                        context.timerService().registerEventTimeTimer(1_000_000);
                        out.collect(value.f1);
                    }
                }

                public static class Count implements AggregateFunction<Tuple2<String, Long>, Long, Long> {
                    public Long createAccumulator() { return 0L; }
                    public Long add(Tuple2<String, Long> value, Long sum) { return sum + 1; }
                    public Long getResult(Long sum) { return sum; }
                    public Long merge(Long a, Long b) { return a + b; }
                }

                public static class Pricing extends BroadcastProcessFunction<Long, Long, Long> {
                    @Override public void processElement(Long value, ReadOnlyContext context, Collector<Long> out) {
                        out.collect(value);
                    }
                    @Override public void processBroadcastElement(Long value, Context context, Collector<Long> out)
                            throws Exception {
                        context.getBroadcastState(prices()).put("tea", 3L);
                    }
                }

                static MapStateDescriptor prices() {
                    return new MapStateDescriptor<>("prices", String.class, Long.class);
                }

                public static class Out extends RichSinkFunction<Long> implements CheckpointedFunction {
                    private transient ListState<Long> written;
                    @Override public void open(OpenContext context) {
                        System.setProperty("shop.opened", "sink");
                    }
                    @Override public void invoke(Long value, Context context) {}
                    @Override public void initializeState(FunctionInitializationContext context) throws Exception {
                        written = context.getOperatorStateStore()
                                .getUnionListState(new ListStateDescriptor<>("written", Long.class));
                    }
                    @Override public void snapshotState(FunctionSnapshotContext context) throws Exception {
                        written.update(List.of(1L));
                    }
                }

                public static void main(String[] args) throws Exception {
                    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
                    SingleOutputStreamOperator<Tuple2<String, Long>> numbers = env.addSource(new Numbers())
                            .returns(Types.TUPLE(Types.STRING, Types.LONG))
                            .uid("numbers").name("numbers");
                    SingleOutputStreamOperator<Long> baskets =
                            numbers.keyBy(each -> each.f0).process(new Baskets()).returns(Types.LONG)
                                    .uid("baskets").name("baskets");
                    SingleOutputStreamOperator<Long> windows = numbers.keyBy(each -> each.f0)
                            .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                            .aggregate(new Count()).uid("windows").name("windows");
                    baskets.connect(baskets.map(each -> each).returns(Types.LONG).uid("copy").broadcast(prices()))
                            .process(new Pricing()).returns(Types.LONG).uid("pricing").name("pricing")
                            .union(windows)
                            .addSink(new Out()).uid("out").name("out");
                    JobClient job = env.executeAsync("shop");
                    EMITTED.await();
                    job.stopWithSavepoint(false, args[0], SavepointFormatType.CANONICAL).get();
                }
            }
            """;
}
