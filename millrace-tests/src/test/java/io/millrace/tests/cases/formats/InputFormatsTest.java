// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.io.FilePathFilter;
import io.millrace.api.common.io.GlobFilePathFilter;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.io.TextInputFormat;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.source.FileMonitoringFunction.WatchType;
import io.millrace.streaming.api.functions.source.FileProcessingMode;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.CommittingSink;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class InputFormatsTest {

    @TempDir Path directory;

    private static io.millrace.core.fs.Path path(Path path) {
        return new io.millrace.core.fs.Path(path.toUri());
    }

    private static List<String> read(TextInputFormat format, FileInputSplit split)
            throws IOException {
        List<String> records = new ArrayList<>();
        format.open(split);
        while (!format.reachedEnd()) {
            String record = format.nextRecord(null);
            if (record != null) {
                records.add(record);
            }
        }
        format.close();
        return records;
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "|-", "end of record"})
    @DisplayName("However a file is cut into parts, each record comes once and in its place")
    void cuts(String delimiter) throws Exception {
        Random random = new Random(42);
        for (int round = 0; round < 60; round++) {
            List<String> records = new ArrayList<>();
            for (int i = random.nextInt(8); i >= 0; i--) {
                records.add("x".repeat(random.nextInt(random.nextInt(10) == 0 ? 3000 : 9)));
            }
            records.add("last");
            String text = String.join(delimiter, records) + (random.nextBoolean() ? delimiter : "");
            Path file = Files.writeString(directory.resolve("records"), text);
            long length = Files.size(file);
            int parts = 1 + random.nextInt(6);
            List<Long> bounds = new ArrayList<>(List.of(0L, length));
            for (int i = 1; i < parts; i++) {
                bounds.add((long) (random.nextDouble() * length));
            }
            List<Long> sorted = bounds.stream().sorted().distinct().collect(Collectors.toList());
            TextInputFormat format = new TextInputFormat(path(file));
            format.setDelimiter(delimiter);
            format.setBufferSize(2 + random.nextInt(40));
            format.configure(new Configuration());
            List<String> found = new ArrayList<>();
            for (int i = 0; i + 1 < sorted.size(); i++) {
                long start = sorted.get(i);
                found.addAll(
                        read(
                                format,
                                new FileInputSplit(
                                        i, path(file), start, sorted.get(i + 1) - start, null)));
            }
            assertThat(found).as("cut at %s of %s", sorted, length).isEqualTo(records);
        }
    }

    @Test
    @DisplayName("A file whose delimiter can overlap itself is not cut")
    void overlap() throws Exception {
        Path file = Files.writeString(directory.resolve("records"), "a||||||b||c|||d");
        TextInputFormat format = new TextInputFormat(path(file));
        format.setDelimiter("||");
        format.configure(new Configuration());
        List<String> found = new ArrayList<>();
        for (FileInputSplit split : format.createInputSplits(5)) {
            found.addAll(read(format, split));
        }
        assertThat(found).containsExactly("a", "", "", "b", "c", "|d");
    }

    @Test
    @DisplayName("Reading goes on where a part was left, at any record")
    void positions() throws Exception {
        Path file = Files.writeString(directory.resolve("lines"), "one\ntwo\r\n\nfour\nfive");
        TextInputFormat format = new TextInputFormat(path(file));
        format.configure(new Configuration());
        FileInputSplit split = new FileInputSplit(0, path(file), 0, Files.size(file), null);
        List<String> all = List.of("one", "two", "", "four", "five");
        for (int left = 0; left <= all.size(); left++) {
            format.open(split);
            for (int i = 0; i < left; i++) {
                assertThat(format.nextRecord(null)).isEqualTo(all.get(i));
            }
            Long state = format.getCurrentState();
            format.close();
            TextInputFormat other = new TextInputFormat(path(file));
            other.configure(new Configuration());
            other.reopen(split, state);
            List<String> rest = new ArrayList<>();
            while (!other.reachedEnd()) {
                String record = other.nextRecord(null);
                if (record != null) {
                    rest.add(record);
                }
            }
            assertThat(rest).isEqualTo(all.subList(left, all.size()));
        }
    }

    @Test
    @DisplayName(
            "Names that begin with a dot or an underscore are passed over, and what a filter says")
    void filters() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "a");
        Files.writeString(directory.resolve(".hidden"), "h");
        Files.writeString(directory.resolve("_meta"), "m");
        Files.writeString(directory.resolve("b.csv"), "b");
        Files.createDirectory(directory.resolve("deep"));
        Files.writeString(directory.resolve("deep/c.txt"), "c");
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(directory.resolve("d.txt.gz")))) {
            out.write("d\ne\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(once(FilePathFilter.createDefaultFilter(), false))
                .containsExactlyInAnyOrder("a", "b", "d", "e");
        assertThat(once(FilePathFilter.createDefaultFilter(), true))
                .containsExactlyInAnyOrder("a", "b", "c", "d", "e");
        assertThat(once(new GlobFilePathFilter(List.of("**/*.txt"), List.of("**/c*")), false))
                .containsExactly("a");
    }

    private List<String> once(FilePathFilter filter, boolean nested) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        TextInputFormat format = new TextInputFormat(path(directory));
        format.setNestedFileEnumeration(nested);
        Collected<String> lines = new Collected<>();
        env.readFile(
                        format,
                        directory.toUri().toString(),
                        FileProcessingMode.PROCESS_ONCE,
                        1,
                        filter)
                .addSink(lines);
        Jobs.run(env, "filters");
        return lines.values();
    }

    @Test
    @DisplayName("A path that is missing fails the job and is named; an interval must be positive")
    void wrongInput() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        String missing = directory.resolve("nowhere").toUri().toString();
        env.readFile(new TextInputFormat(path(directory.resolve("nowhere"))), missing)
                .addSink(new Collected<>());
        assertThat(Jobs.runToFailure(env, "missing")).hasStackTraceContaining("nowhere");
        assertThatThrownBy(
                        () ->
                                Jobs.environment(1)
                                        .readFile(
                                                new TextInputFormat(path(directory)),
                                                missing,
                                                FileProcessingMode.PROCESS_CONTINUOUSLY,
                                                0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 ms");
    }

    @Test
    @DisplayName("Each line comes once though the job fails in the middle of a file")
    void replay() throws Exception {
        Path file =
                Files.writeString(
                        directory.resolve("numbers"),
                        LongStream.range(0, 20_000)
                                .mapToObj(String::valueOf)
                                .collect(Collectors.joining("\n")));
        CommittingSink sink = new CommittingSink();
        Fault fault = Fault.times(2);
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(10);
        Jobs.restarts(env, 2);
        env.readFile(new TextInputFormat(path(file)), file.toUri().toString())
                .map(
                        line -> {
                            long number = Long.parseLong(line);
                            if (number % 9000 == 8999) {
                                fault.strike("in the middle");
                            }
                            return number;
                        })
                .rebalance()
                .sinkTo(sink);
        Jobs.run(env, "replay");
        assertThat(fault.struck()).isEqualTo(2);
        assertThat(sink.rows())
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 20_000).boxed().toList());
    }

    @Test
    @DisplayName(
            "Watching: a new file is read, a changed one again and whole, one of the same moment too")
    void watching() throws Exception {
        Path first = Files.writeString(directory.resolve("first"), "1\n");
        FileTime moment = FileTime.fromMillis(1_700_000_000_000L);
        Files.setLastModifiedTime(first, moment);
        Collected<String> lines = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.readFile(
                        new TextInputFormat(path(directory)),
                        directory.toUri().toString(),
                        FileProcessingMode.PROCESS_CONTINUOUSLY,
                        5)
                .addSink(lines);
        RunningJob job = Jobs.start(env, "watching");
        until(job, "the first file", () -> lines.values().equals(List.of("1")));
        put("second", "2\n", moment);
        until(job, "a file of the same moment", () -> lines.size() == 2);
        put("first", "1\n1b\n", FileTime.fromMillis(moment.toMillis() + 1000));
        until(job, "the changed file", () -> lines.size() == 4);
        job.cancel();
        assertThat(lines.values()).containsExactlyInAnyOrder("1", "2", "1", "1b");
    }

    /** A job that has ended is not waited for. */
    private static void until(RunningJob job, String what, BooleanSupplier condition)
            throws Exception {
        Await.until(what, () -> condition.getAsBoolean() || job.status().isGloballyTerminalState());
        if (!condition.getAsBoolean()) {
            throw new AssertionError("The job ended before " + what, job.awaitFailure());
        }
    }

    /** With its time from the beginning. */
    private void put(String name, String text, FileTime time) throws IOException {
        Path hidden = Files.writeString(directory.resolve("." + name), text);
        Files.setLastModifiedTime(hidden, time);
        Files.move(
                hidden,
                directory.resolve(name),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING,
                java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    @DisplayName("readFileStream: what was appended comes, and nothing else again")
    @SuppressWarnings("deprecation")
    void appended() throws Exception {
        Path file = Files.writeString(directory.resolve("log"), "one\n");
        Collected<String> lines = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.readFileStream(directory.toUri().toString(), 5, WatchType.PROCESS_ONLY_APPENDED)
                .addSink(lines);
        RunningJob job = Jobs.start(env, "appended");
        until(job, "the first line", () -> lines.size() == 1);
        FileTime later = FileTime.fromMillis(Files.getLastModifiedTime(file).toMillis() + 2000);
        put("log", "one\ntwo\n", later);
        until(job, "the second line", () -> lines.size() == 2);
        job.cancel();
        assertThat(lines.values()).containsExactly("one", "two");
    }

    @Test
    @DisplayName(
            "writeAsText and writeAsCsv: a file, or one for each subtask; nothing is overwritten unasked")
    void writing() throws Exception {
        write(1, directory.resolve("one"), WriteMode.NO_OVERWRITE);
        assertThat(Files.readAllLines(directory.resolve("one"))).containsExactly("a", "b", "c");
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData("x").writeAsText(directory.resolve("one").toUri().toString());
        assertThat(Jobs.runToFailure(env, "again")).hasStackTraceContaining("one");
        write(2, directory.resolve("one"), WriteMode.OVERWRITE);
        try (Stream<Path> files = Files.list(directory.resolve("one"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("1", "2");
        }

        StreamExecutionEnvironment tuples = Jobs.environment(1);
        tuples.fromData(Tuple2.of("a", 1), Tuple2.of("b", 2))
                .writeAsCsv(
                        directory.resolve("csv").toUri().toString(),
                        WriteMode.OVERWRITE,
                        "\n",
                        "|");
        Jobs.run(tuples, "csv");
        assertThat(Files.readString(directory.resolve("csv"))).isEqualTo("a|1\nb|2\n");
        StreamExecutionEnvironment nulls = Jobs.environment(1);
        nulls.fromData("a")
                .map(text -> Tuple2.of(text, (Integer) null))
                .returns(Types.TUPLE(Types.STRING, Types.INT))
                .writeAsCsv(directory.resolve("nulls").toUri().toString());
        assertThat(Jobs.runToFailure(nulls, "nulls")).hasStackTraceContaining("setAllowNullValues");
        assertThatThrownBy(() -> tuples.fromData("x").writeAsCsv("/tmp/never"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tuples");
    }

    private static void write(int parallelism, Path target, WriteMode mode) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        env.fromData("a", "b", "c").rebalance().writeAsText(target.toUri().toString(), mode);
        Jobs.run(env, "write");
    }
}
