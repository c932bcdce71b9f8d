// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.storage.SpillFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was on its way: written, read, and as an earlier build wrote it. */
class InFlightLogTest {

    private static final String SENDER = "0123456789abcdef0123456789abcdef";

    @TempDir Path directory;

    @SuppressWarnings({"unchecked", "rawtypes"}) // records are untyped here
    private InFlightLog log(long memoryBytes) {
        TypeSerializer<Object> records = (TypeSerializer) StringSerializer.INSTANCE;
        return new InFlightLog(
                List.of(
                        InFlightLog.Channel.of("0/" + SENDER + "/0/0/2", "keyed", records),
                        InFlightLog.Channel.of("0/" + SENDER + "/0/1/2", "keyed", records),
                        InFlightLog.Channel.of("1/" + SENDER + "/1/0/1", "rebalance", records)),
                memoryBytes,
                new SpillFile(directory.toString(), "what is on its way"));
    }

    private static InFlightLog sample(InFlightLog log) {
        log.record(0, "first", 1);
        log.watermark(2, 7);
        log.record(0, null, Long.MIN_VALUE);
        log.watermark(0, 1);
        log.record(0, "βήτα", Long.MIN_VALUE);
        log.record(2, "", -1);
        return log;
    }

    private static byte[] write(InFlightLog log, StateCompression compression) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        log.write(out, compression);
        return out.getCopyOfBuffer();
    }

    private static List<String> read(InputStream in) throws IOException {
        List<String> found = new ArrayList<>();
        InFlightLog.read(
                in,
                new InFlightLog.Reader() {
                    @Override
                    @SuppressWarnings({"unchecked", "rawtypes"}) // records are untyped here
                    public TypeSerializer<Object> channel(
                            String name, String kind, String type, StateShape shape) {
                        found.add(name + " " + kind + " " + type);
                        return (TypeSerializer) StringSerializer.INSTANCE;
                    }

                    @Override
                    public void record(Object value, long timestamp) {
                        found.add(value + "@" + (timestamp == Long.MIN_VALUE ? "" : timestamp));
                    }

                    @Override
                    public void watermark(long timestamp) {
                        found.add("watermark " + timestamp);
                    }
                });
        return found;
    }

    private static final String SAMPLE_FILE = "in-flight-1.bin";

    private static final List<String> SAMPLE =
            List.of(
                    "0/" + SENDER + "/0/0/2 keyed String",
                    "first@1",
                    "null@",
                    "watermark 1",
                    "βήτα@",
                    "1/" + SENDER + "/1/0/1 rebalance String",
                    "watermark 7",
                    "@-1");

    @Test
    @DisplayName("M10: what an earlier build wrote is read, and is what this one writes")
    void m10TheSampleIsReadAndWritten() throws IOException {
        byte[] bytes;
        try (InputStream in =
                InFlightLogTest.class.getResourceAsStream("/formats/" + SAMPLE_FILE)) {
            bytes = in.readAllBytes();
        }
        assertThat(read(new ByteArrayInputStream(bytes))).isEqualTo(SAMPLE);
        assertThat(write(sample(log(1000)), StateCompression.NONE)).isEqualTo(bytes);
    }

    @Test
    void whatIsMoreThanMemoryMayHoldGoesToDiskAndComesBackInOrder() throws IOException {
        InFlightLog log = log(100);
        List<String> expected = new ArrayList<>();
        expected.add("0/" + SENDER + "/0/1/2 keyed String");
        for (int i = 0; i < 20_000; i++) {
            log.record(1, "record " + i, i);
            expected.add("record " + i + "@" + i);
        }
        byte[] bytes = write(log, StateCompression.DEFLATE);
        assertThat(read(new ByteArrayInputStream(bytes))).isEqualTo(expected);
        assertThat(log.summaries())
                .singleElement()
                .satisfies(summary -> assertThat(summary.entries()).isEqualTo(20_000));
        log.release();
        log.release();
    }

    @Test
    void nothingIsNoFile() {
        assertThat(log(0).isEmpty()).isTrue();
        assertThat(sample(log(0)).isEmpty()).isFalse();
    }

    @Test
    void aForeignOrYoungerFileIsToldApart() throws IOException {
        byte[] bytes = write(sample(log(1000)), StateCompression.NONE);
        byte[] younger = bytes.clone();
        younger[7] = 2;
        assertThatThrownBy(() -> read(new ByteArrayInputStream(younger)))
                .isInstanceOf(UnknownStateFormat.class)
                .hasMessageContaining("in-flight state has format version 2");
        byte[] foreign = bytes.clone();
        foreign[0] = 'X';
        assertThatThrownBy(() -> read(new ByteArrayInputStream(foreign)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a file of in-flight state");
    }
}
