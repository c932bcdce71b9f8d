// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.connector.source.Boundedness;
import io.millrace.connector.file.src.FileSourceRun.Snapshot;
import io.millrace.connector.file.src.enumerate.BlockSplittingRecursiveEnumerator;
import io.millrace.connector.file.src.enumerate.FileEnumerator;
import io.millrace.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source that watches its directories; the test says when it looks. */
class WatchedDirectoriesTest {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    @TempDir java.nio.file.Path directory;

    @DisplayName("K05: a file is new if its path is, whatever its time of modification")
    @Test
    void k05() throws Exception {
        write("f1", "one\n", 1000);
        try (FileSourceRun<String> run = new FileSourceRun<>(watching(directory), 1, null)) {
            run.read();
            write("f2", "two\n", 1000);
            write("f3", "three\n", 900);
            for (int i = 0; i < 3; i++) {
                run.look();
                run.read();
            }
            assertThat(run.emitted).containsExactly("one", "two", "three");
        }
    }

    @Test
    void theSourceIsUnboundedAndLooksAsOftenAsItWasTold() throws Exception {
        write("f", "f", 1);
        FileSource<String> source = watching(directory);
        assertThat(source.getBoundedness()).isEqualTo(Boundedness.CONTINUOUS_UNBOUNDED);
        assertThat(source.getContinuousEnumerationSettings().getDiscoveryInterval())
                .isEqualTo(INTERVAL);
        Snapshot snapshot;
        try (FileSourceRun<String> run = new FileSourceRun<>(source, 2, null)) {
            assertThat(run.firstLookAfterMs()).as("the first was made").isEqualTo(10_000);
            assertThat(run.lookEveryMs()).isEqualTo(10_000);
            snapshot = run.snapshot();
        }
        try (FileSourceRun<String> run = new FileSourceRun<>(source, 2, snapshot)) {
            assertThat(run.firstLookAfterMs()).as("at once").isZero();
            assertThat(run.lookEveryMs()).isEqualTo(10_000);
        }
    }

    @Test
    void theLastCallDecidesWhetherDirectoriesAreWatched() {
        FileSource.FileSourceBuilder<String> builder =
                builder(directory).monitorContinuously(INTERVAL);
        assertThat(builder.processStaticFileSet().build().getBoundedness())
                .isEqualTo(Boundedness.BOUNDED);
    }

    @Test
    void anIntervalOfNothingIsRefused() {
        for (Duration interval :
                List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofNanos(999_999))) {
            assertThatThrownBy(() -> builder(directory).monitorContinuously(interval))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at least 1 ms")
                    .hasMessageContaining(interval.toString());
        }
    }

    @Test
    void whatGrowsOrIsReplacedAfterItWasFoundIsNotReadAgain() throws Exception {
        write("a", "a1\n", 1);
        write("b", "b1\n", 1);
        try (FileSourceRun<String> run = new FileSourceRun<>(watching(directory), 1, null)) {
            run.step();
            // One has been read, the other only found.
            for (String name : List.of("a", "b")) {
                Files.writeString(directory.resolve(name), name + "2\n", StandardOpenOption.APPEND);
            }
            run.look();
            run.read();
            Files.delete(directory.resolve("a"));
            run.look();
            write("a", "another\n", 5000);
            run.look();
            run.read();
            assertThat(run.emitted).containsExactly("a1", "b1");
        }
    }

    @Test
    void aFileThatGetsItsNameWhenItIsCompleteIsReadWhole() throws Exception {
        java.nio.file.Path hidden = write("deep/er/.f.part", "half of", 1);
        try (FileSourceRun<String> run = new FileSourceRun<>(watching(directory), 2, null)) {
            run.read();
            Files.writeString(hidden, " a line\n", StandardOpenOption.APPEND);
            run.look();
            run.read();
            assertThat(run.emitted).isEmpty();
            Files.move(hidden, hidden.resolveSibling("f"), StandardCopyOption.ATOMIC_MOVE);
            run.look();
            run.read();
            assertThat(run.emitted).containsExactly("half of a line");
        }
    }

    @Test
    void newDirectoriesAreEnteredAndLinksBackAreNot() throws Exception {
        Files.createDirectories(directory.resolve("empty"));
        Files.createSymbolicLink(directory.resolve("empty/back"), directory);
        try (FileSourceRun<String> run = new FileSourceRun<>(watching(directory), 1, null)) {
            run.read();
            write("new/inner/x", "x", 1);
            run.look();
            write("new/inner/y", "y", 1);
            run.look();
            run.read();
            assertThat(run.emitted).containsExactly("x", "y");
        }
    }

    @Test
    void filesAreReadInTheOrderInWhichTheyWereFound() throws Exception {
        try (FileSourceRun<String> run = new FileSourceRun<>(watching(directory), 1, null)) {
            for (String name : List.of("c", "b", "a")) {
                write(name + "1", name + "1", 1);
                write(name + "2", name + "2", 1);
                run.look();
            }
            run.read();
            assertThat(run.emitted).containsExactly("c1", "c2", "b1", "b2", "a1", "a2");
        }
    }

    @Test
    void allPartsOfAFileAreReadAndNoneTwiceWhereInputPathsOverlap() throws Exception {
        FileSource<String> source =
                builder(directory, directory.resolve("sub"))
                        .setFileEnumerator(Halves::new)
                        .monitorContinuously(INTERVAL)
                        .build();
        write("sub/first", "a\nb\nc\nd\n", 1);
        try (FileSourceRun<String> run = new FileSourceRun<>(source, 3, null)) {
            run.read();
            write("sub/second", "e\nf\ng\nh\n", 1);
            run.look();
            run.look();
            run.read();
            assertThat(run.emitted)
                    .containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f", "g", "h");
        }
    }

    @Test
    void aFileThatVanishedBeforeItWasReadIsAnErrorThatNamesIt() throws Exception {
        java.nio.file.Path file = write("f", "f", 1);
        try (FileSourceRun<String> run = new FileSourceRun<>(watching(directory), 1, null)) {
            Files.delete(file);
            assertThatThrownBy(run::read)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("is gone now");
        }
    }

    @Test
    void aMissingDirectoryIsAnErrorAtTheStart() {
        java.nio.file.Path missing = directory.resolve("not here");
        assertThatThrownBy(() -> new FileSourceRun<>(watching(missing), 1, null))
                .hasMessageContaining(missing.toString())
                .hasMessageContaining("does not exist");
    }

    @Test
    void aDirectoryThatIsGoneForAWhileIsWaitedForAndItsKnownFilesAreNotReadAgain()
            throws Exception {
        java.nio.file.Path input = directory.resolve("input");
        write("input/a", "a", 1);
        FileSource<String> source = watching(input);
        Snapshot snapshot;
        try (FileSourceRun<String> run = new FileSourceRun<>(source, 1, null)) {
            run.read();
            Files.move(input, directory.resolve("away"));
            run.look();
            run.look();
            run.read();
            snapshot = run.snapshot();
        }
        try (FileSourceRun<String> run = new FileSourceRun<>(source, 1, snapshot)) {
            run.look();
            Files.createDirectory(input);
            run.look();
            Files.delete(input);
            Files.move(directory.resolve("away"), input);
            write("input/b", "b", 1);
            run.look();
            run.read();
            assertThat(run.emitted).containsExactly("b");
        }
    }

    @Test
    void aFileThatNoReaderTakesIsWaitedForToGoAndIsNeverKnown() throws Exception {
        write("a", "a", 1);
        FileSource<String> source = watching(directory);
        Snapshot snapshot;
        try (FileSourceRun<String> run = new FileSourceRun<>(source, 1, null)) {
            run.read();
            write("b", "b", 1);
            write("c.bz2", "no text", 1);
            run.look();
            run.read();
            assertThat(run.emitted).as("nothing of such a look is used").containsExactly("a");
            snapshot = run.snapshot();
        }
        Files.delete(directory.resolve("c.bz2"));
        try (FileSourceRun<String> run = new FileSourceRun<>(source, 1, snapshot)) {
            run.look();
            run.read();
            assertThat(run.emitted).containsExactly("b");
        }
    }

    @Test
    void anEnumeratorThatIsBrokenFailsTheJob() throws Exception {
        FileSource<String> source =
                builder(directory)
                        .setFileEnumerator(BreaksAtTheSecondLook::new)
                        .monitorContinuously(INTERVAL)
                        .build();
        try (FileSourceRun<String> run = new FileSourceRun<>(source, 1, null)) {
            assertThatThrownBy(run::look)
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining(BreaksAtTheSecondLook.class.getName())
                    .hasRootCauseMessage("a bug");
        }
    }

    @Test
    void aCheckpointOfASourceThatDidNotWatchGoesOnWithWhatWasLeft() throws Exception {
        write("a", "a1\na2\n", 1);
        write("b", "b", 1);
        Snapshot snapshot;
        try (FileSourceRun<String> run = new FileSourceRun<>(builder(directory).build(), 1, null)) {
            snapshot = run.snapshot();
        }
        try (FileSourceRun<String> run = new FileSourceRun<>(watching(directory), 1, snapshot)) {
            run.look();
            run.read();
            assertThat(run.emitted).containsExactly("a1", "a2", "b");
        }
    }

    @DisplayName("Each record comes once, whatever happens in which order at which parallelism")
    @Test
    void exactlyOnce() throws Exception {
        for (int seed = 0; seed < 150; seed++) {
            java.nio.file.Path input = Files.createDirectory(directory.resolve("seed" + seed));
            assertExactlyOnce(input, new Random(seed), "seed " + seed);
        }
    }

    private static void assertExactlyOnce(java.nio.file.Path input, Random random, String seed)
            throws Exception {
        FileSource<String> source =
                builder(input)
                        .setFileEnumerator(random.nextBoolean() ? Halves::new : WholeFiles::new)
                        .monitorContinuously(INTERVAL)
                        .build();
        List<String> expected = new ArrayList<>();
        List<String> output = new ArrayList<>();
        Snapshot completed = null;
        int kept = 0;
        FileSourceRun<String> run = new FileSourceRun<>(source, 1 + random.nextInt(3), null);
        for (int act = 0; act < 60; act++) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    String name = "f" + random.nextInt(1000) + "-" + act;
                    StringBuilder text = new StringBuilder();
                    for (int line = random.nextInt(5); line >= 0; line--) {
                        expected.add(name + " " + line);
                        text.append(name).append(' ').append(line).append('\n');
                    }
                    java.nio.file.Path file = Files.writeString(input.resolve("." + name), text);
                    Files.setLastModifiedTime(file, FileTime.fromMillis(random.nextInt(3) * 1000L));
                    Files.move(file, input.resolve(name));
                }
                case 1 -> run.look();
                case 2 -> {
                    completed = run.snapshot();
                    output.addAll(run.emitted.subList(kept, run.emitted.size()));
                    kept = run.emitted.size();
                }
                case 3 -> {
                    if (random.nextInt(4) == 0) {
                        // What came after the checkpoint is lost, and comes again.
                        run.close();
                        run = new FileSourceRun<>(source, 1 + random.nextInt(3), completed);
                        kept = 0;
                    }
                }
                default -> run.step();
            }
        }
        run.look();
        run.read();
        output.addAll(run.emitted.subList(kept, run.emitted.size()));
        run.close();
        assertThat(output).as(seed).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static FileSource.FileSourceBuilder<String> builder(java.nio.file.Path... paths) {
        Path[] all = new Path[paths.length];
        for (int i = 0; i < paths.length; i++) {
            all[i] = new Path(paths[i].toUri());
        }
        return FileSource.forRecordStreamFormat(new TextLineInputFormat(), all);
    }

    private static FileSource<String> watching(java.nio.file.Path path) {
        return builder(path).monitorContinuously(INTERVAL).build();
    }

    private java.nio.file.Path write(String name, String text, long modifiedMs) throws IOException {
        java.nio.file.Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return Files.setLastModifiedTime(file, FileTime.fromMillis(modifiedMs));
    }

    /** What a source uses that cannot cut files. */
    private static final class WholeFiles extends NonSplittingRecursiveEnumerator {}

    /** Cuts each file into two. */
    private static final class Halves extends BlockSplittingRecursiveEnumerator {

        @Override
        protected void convertToSourceSplits(
                FileStatus file, FileSystem fs, List<FileSourceSplit> target) {
            long half = file.getLen() / 2;
            for (long[] part : new long[][] {{0, half}, {half, file.getLen() - half}}) {
                target.add(
                        new FileSourceSplit(
                                getNextId(),
                                file.getPath(),
                                part[0],
                                part[1],
                                file.getModificationTime(),
                                file.getLen()));
            }
        }
    }

    private static final class BreaksAtTheSecondLook implements FileEnumerator {

        private boolean looked;

        @Override
        public List<FileSourceSplit> enumerateSplits(Path[] paths, int minDesiredSplits) {
            if (looked) {
                throw new IllegalStateException("a bug");
            }
            looked = true;
            return List.of();
        }
    }
}
