// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.FileSourceRun.Snapshot;
import io.millrace.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import io.millrace.connector.file.src.reader.SimpleStreamFormat;
import io.millrace.connector.file.src.reader.StreamFormat;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.connector.file.src.util.CheckpointedPosition;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSourceTest {

    @Test
    void whatStandsBeforeTheAtOfAnAddressIsNotTold() {
        FileSource<String> source =
                FileSource.forRecordStreamFormat(
                                new TextLineInputFormat(), new Path("foo://key:SECRET@host/in"))
                        .build();

        assertThatThrownBy(() -> new FileSourceRun<>(source, 1, null))
                .hasMessageContainingAll("file source over [foo://******@host/in] cannot start")
                .hasMessageNotContaining("SECRET")
                .rootCause()
                .hasMessageNotContaining("SECRET");
    }

    private static final String TEXT =
            "first\nGrüße\r\n\n水車小屋\nrather a long line, for a short file\r\n🌊\nlast";

    @TempDir java.nio.file.Path directory;

    @Test
    void aFileIsReadLineByLine() throws Exception {
        write("a.txt", TEXT);

        assertThat(FileSourceRun.readAll(lines(directory), 1)).isEqualTo(TEXT.lines().toList());
        assertThat(lines(directory).getBoundedness()).isEqualTo(Boundedness.BOUNDED);
        assertThat(lines(directory).getProducedType()).isEqualTo(Types.STRING);
    }

    @Test
    void directoriesAreReadAtAnyDepthInTheOrderOfNamesWithoutHiddenFiles() throws Exception {
        write("b.txt", "b");
        write("a/inner/x.txt", "a");
        write("c.txt", "");
        write("d.txt", "d\n");
        write(".hidden.txt", "no");
        write("_SUCCESS", "no");
        write("_temporary/x.txt", "no");
        Files.createDirectories(directory.resolve("empty"));

        assertThat(FileSourceRun.readAll(lines(directory), 1)).containsExactly("a", "b", "d");
        assertThat(FileSourceRun.readAll(lines(directory), 3))
                .containsExactlyInAnyOrder("a", "b", "d");
        assertThat(FileSourceRun.readAll(lines(directory.resolve("empty")), 2)).isEmpty();
    }

    @Test
    void namesWithBlanksAndOtherLettersAreReadAndRestored() throws Exception {
        java.nio.file.Path file = write("drei Mühlen #1 100%.txt", "a\nb\nc");

        assertEveryRestoreIsExact(lines(file), 1, List.of("a", "b", "c"));
    }

    @Test
    void readingIsExactAfterARestoreAtEveryRecord() throws Exception {
        write("a.txt", TEXT);
        write("b.txt", TEXT.replace("\r\n", "\n").replace("\n", "\r\n") + "\r");
        write("c.txt.gz", gzip(TEXT));
        List<String> expected = new ArrayList<>(TEXT.lines().toList());
        expected.addAll(TEXT.lines().toList());
        expected.addAll(TEXT.lines().toList());

        for (int parallelism = 1; parallelism <= 4; parallelism++) {
            assertEveryRestoreIsExact(lines(directory), parallelism, expected);
        }
    }

    @Test
    void readingIsExactAfterARestoreFarFromThePositionTheFormatTold() throws Exception {
        List<String> many =
                IntStream.range(0, 5000).mapToObj(i -> "line " + i).collect(Collectors.toList());
        write("plain.txt", String.join("\n", many));
        write("packed.txt.gz", gzip(String.join("\n", many)));
        List<String> expected = new ArrayList<>(many);
        expected.addAll(many);

        FileSource<String> source = lines(directory);
        for (int stop : new int[] {1, 1023, 1024, 1025, 4999, 5000, 5001, 7000, 9999}) {
            assertRestoreIsExact(source, 1, stop, expected);
            assertRestoreIsExact(source, 2, stop, expected);
        }
    }

    @Test
    void aFileCutAtAnyByteIsReadExactly() throws Exception {
        java.nio.file.Path file = write("a.txt", TEXT);
        int size = (int) Files.size(file);
        for (int cut = 1; cut < size; cut++) {
            int splitSize = cut;
            FileSource<String> source =
                    FileSource.forRecordStreamFormat(
                                    new TextLineInputFormat(), new Path(file.toUri()))
                            .setFileEnumerator(() -> new Cutting(splitSize))
                            .build();

            assertThat(FileSourceRun.readAll(source, 1)).isEqualTo(TEXT.lines().toList());
            assertThat(FileSourceRun.readAll(source, 3))
                    .containsExactlyInAnyOrderElementsOf(TEXT.lines().toList());
            if (cut % 5 == 1) {
                assertEveryRestoreIsExact(source, 2, TEXT.lines().toList());
            }
        }
    }

    @Test
    void otherCharsetsAreReadWithRestores() throws Exception {
        String text = "Grüße\r\nmill\n\nwheel";
        for (String charset : List.of("ISO-8859-1", "UTF-16", "UTF-16LE", "windows-1252")) {
            java.nio.file.Path file = directory.resolve("text-" + charset);
            Files.write(file, text.getBytes(charset));
            FileSource<String> source =
                    FileSource.forRecordStreamFormat(
                                    new TextLineInputFormat(charset), new Path(file.toUri()))
                            .build();

            assertEveryRestoreIsExact(source, 1, text.lines().toList());
        }
    }

    @Test
    void compressedFilesAreReadWholeEvenIfMadeOfSeveralMembers() throws Exception {
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        members.write(gzip("a\nb\n"));
        members.write(gzip(""));
        members.write(gzip("c\n"));
        write("a.gz", members.toByteArray());
        write("b.deflate", deflate("d\ne"));
        write("c.GZIP", gzip("f"));

        assertThat(FileSourceRun.readAll(lines(directory), 1))
                .containsExactly("a", "b", "c", "d", "e", "f");
    }

    @Test
    void aTruncatedCompressedFileIsAnErrorThatNamesIt() throws Exception {
        byte[] whole = gzip("line\n".repeat(10_000));
        byte[] half = java.util.Arrays.copyOf(whole, whole.length / 2);
        write("half.gz", half);

        assertThatThrownBy(() -> FileSourceRun.readAll(lines(directory), 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("half.gz");
    }

    @Test
    void aCompressionThatCannotBeReadIsRefusedBeforeAnythingIsRead() throws Exception {
        write("a.txt", "a");
        write("b.bz2", "anything");

        assertThatThrownBy(() -> FileSourceRun.readAll(lines(directory), 1))
                .hasMessageContaining("b.bz2")
                .hasMessageContaining("not supported");
    }

    @Test
    void aMissingInputIsAnErrorAtTheStartThatNamesIt() {
        java.nio.file.Path missing = directory.resolve("not here");

        assertThatThrownBy(() -> new FileSourceRun<>(lines(missing), 1, null))
                .hasMessageContaining(missing.toString())
                .hasMessageContaining("does not exist");
    }

    @Test
    void aFileThatShrankUnderTheJobIsAnError() throws Exception {
        java.nio.file.Path file = write("a.txt", "one\ntwo\nthree\n");
        FileSource<String> source = lines(directory);
        Snapshot snapshot;
        try (FileSourceRun<String> run = new FileSourceRun<>(source, 1, null)) {
            run.step();
            run.step();
            snapshot = run.snapshot();
        }
        Files.writeString(file, "one\n");

        try (FileSourceRun<String> run = new FileSourceRun<>(source, 1, snapshot)) {
            assertThatThrownBy(run::step)
                    .hasMessageContaining("a.txt")
                    .hasMessageContaining("14 bytes")
                    .hasMessageContaining("truncated or replaced");
        }
    }

    @Test
    void aFormatOfTheUsersIsReadWithRestoresWhetherItTellsPositionsOrNot() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        List<Long> expected = new ArrayList<>();
        for (long i = 0; i < 3000; i++) {
            out.writeLong(i * i);
            expected.add(i * i);
        }
        write("longs.bin", bytes.toByteArray());
        write("longs.bin.gz", gzip(bytes.toByteArray()));
        expected.addAll(List.copyOf(expected));

        for (boolean tellsPositions : new boolean[] {true, false}) {
            FileSource<Long> source =
                    FileSource.forRecordStreamFormat(
                                    new Longs(tellsPositions), new Path(directory.toUri()))
                            .build();
            for (int stop : new int[] {0, 1, 1500, 2047, 2048, 3000, 3001, 5999, 6000}) {
                assertRestoreIsExact(source, 1, stop, expected);
            }
        }
    }

    @Test
    void aDirectoryThatHoldsALinkToItselfIsReadOnce() throws Exception {
        write("a/x.txt", "x");
        write("b/y.txt", "y");
        Files.createSymbolicLink(directory.resolve("a/back"), directory);
        Files.createSymbolicLink(directory.resolve("a/itself"), directory.resolve("a"));
        Files.createSymbolicLink(
                directory.resolve("b/over"), java.nio.file.Path.of("..", "a", "..", "b"));
        Files.createSymbolicLink(directory.resolve("c"), directory.resolve("c"));
        assertThat(FileSourceRun.readAll(lines(directory), 1)).containsExactly("x", "y");

        // A link to another directory is a name like any other.
        Files.createSymbolicLink(directory.resolve("d"), directory.resolve("b"));
        assertThat(FileSourceRun.readAll(lines(directory), 1)).containsExactly("x", "y", "y");
        assertThat(FileSourceRun.readAll(lines(directory.resolve("a/back/a/back")), 1))
                .as("an input path may lead through a link")
                .containsExactly("x", "y", "y");
    }

    @Test
    void aFileThatVanishedBeforeItWasReadIsAnError() throws Exception {
        write("a.txt", "a");
        java.nio.file.Path second = write("b.txt", "b");
        try (FileSourceRun<String> run = new FileSourceRun<>(lines(directory), 1, null)) {
            run.step();
            Files.delete(second);
            assertThatThrownBy(run::step)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("b.txt")
                    .hasMessageContaining("is gone now");
        }
    }

    @Test
    void aFormatThatReadsWholeFilesIsNotGivenParts() throws Exception {
        java.nio.file.Path file = write("longs.bin", new byte[80]);
        FileSource<Long> source =
                FileSource.forRecordStreamFormat(new Longs(true), new Path(file.toUri()))
                        .setFileEnumerator(() -> new Cutting(40))
                        .build();

        assertThatThrownBy(() -> FileSourceRun.readAll(source, 1))
                .hasMessageContaining("longs.bin")
                .hasMessageContaining("only whole files");
    }

    @Test
    void splitsSurviveTheirSerializerUnchanged() throws Exception {
        FileSourceSplit split =
                new FileSourceSplit(
                        "7",
                        new Path(directory.resolve("a b#c%20ü").toUri()),
                        3,
                        4,
                        5,
                        60,
                        new String[] {"h1", "h2"},
                        new CheckpointedPosition(6, 7));
        FileSourceSplit read =
                FileSourceSplitSerializer.INSTANCE.deserialize(
                        FileSourceSplitSerializer.INSTANCE.getVersion(),
                        FileSourceSplitSerializer.INSTANCE.serialize(split));

        assertThat(read).usingRecursiveComparison().isEqualTo(split);
    }

    private <T> void assertEveryRestoreIsExact(
            FileSource<T> source, int parallelism, List<T> expected) throws Exception {
        for (int stop = 0; stop <= expected.size(); stop++) {
            assertRestoreIsExact(source, parallelism, stop, expected);
        }
    }

    private <T> void assertRestoreIsExact(
            FileSource<T> source, int parallelism, int stop, List<T> expected) throws Exception {
        List<T> found = new ArrayList<>();
        Snapshot snapshot;
        try (FileSourceRun<T> run = new FileSourceRun<>(source, parallelism, null)) {
            while (run.emitted.size() < stop && run.step()) {
                // on to the snapshot
            }
            snapshot = run.snapshot();
            found.addAll(run.emitted);
            // What is read after the snapshot is lost with the crash.
            run.step();
        }
        try (FileSourceRun<T> run = new FileSourceRun<>(source, parallelism, snapshot)) {
            while (run.step()) {
                // on to the end
            }
            found.addAll(run.emitted);
        }
        if (parallelism == 1) {
            assertThat(found).as("restored after %s records", stop).isEqualTo(expected);
        } else {
            assertThat(sorted(found))
                    .as("restored after %s records", stop)
                    .isEqualTo(sorted(expected));
        }
    }

    private static List<String> sorted(List<?> records) {
        return records.stream().map(String::valueOf).sorted().toList();
    }

    private static FileSource<String> lines(java.nio.file.Path path) {
        return FileSource.forRecordStreamFormat(new TextLineInputFormat(), new Path(path.toUri()))
                .build();
    }

    private java.nio.file.Path write(String name, String text) throws IOException {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private java.nio.file.Path write(String name, byte[] bytes) throws IOException {
        java.nio.file.Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes);
    }

    private static byte[] gzip(String text) throws IOException {
        return gzip(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] deflate(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    /** Cuts each file into splits of some bytes. */
    private static final class Cutting extends NonSplittingRecursiveEnumerator {

        private final int splitSize;

        Cutting(int splitSize) {
            this.splitSize = splitSize;
        }

        @Override
        protected void convertToSourceSplits(
                FileStatus file, FileSystem fs, List<FileSourceSplit> target) {
            for (long offset = 0; offset < file.getLen(); offset += splitSize) {
                target.add(
                        new FileSourceSplit(
                                getNextId(),
                                file.getPath(),
                                offset,
                                Math.min(splitSize, file.getLen() - offset),
                                file.getModificationTime(),
                                file.getLen()));
            }
        }
    }

    /** Longs of eight bytes. */
    private static final class Longs extends SimpleStreamFormat<Long> {

        private static final long serialVersionUID = 1L;

        private final boolean tellsPositions;

        Longs(boolean tellsPositions) {
            this.tellsPositions = tellsPositions;
        }

        @Override
        public StreamFormat.Reader<Long> createReader(
                Configuration config, FSDataInputStream stream) {
            DataInputStream in = new DataInputStream(stream);
            return new StreamFormat.Reader<>() {
                @Override
                public Long read() throws IOException {
                    byte[] bytes = in.readNBytes(8);
                    return bytes.length < 8 ? null : java.nio.ByteBuffer.wrap(bytes).getLong();
                }

                @Override
                public void close() throws IOException {
                    in.close();
                }

                @Override
                public CheckpointedPosition getCheckpointedPosition() {
                    try {
                        return tellsPositions ? new CheckpointedPosition(stream.getPos(), 0) : null;
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                }
            };
        }

        @Override
        public TypeInformation<Long> getProducedType() {
            return Types.LONG;
        }
    }
}
