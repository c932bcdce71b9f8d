// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordSorterTest {

    /** A disk in memory that counts. */
    private static final class FakeDisk implements Spill {
        int kept;
        int taken;
        boolean closed;

        @Override
        public Object keep(byte[] bytes, int length) {
            kept++;
            return Arrays.copyOf(bytes, length);
        }

        @Override
        public byte[] take(Object piece) {
            taken++;
            return (byte[]) piece;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private record Row(byte[] key, int input, long timestamp, int number) {}

    private static List<Row> random(int count, long seed) {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[random.nextInt(4)];
            random.nextBytes(key);
            for (int k = 0; k < key.length; k++) {
                key[k] = (byte) (key[k] & 0x81); // few keys, on both sides of zero
            }
            long timestamp = random.nextInt(10) == 0 ? Long.MIN_VALUE : random.nextInt(7) - 3;
            rows.add(new Row(key, random.nextInt(2), timestamp, i));
        }
        return rows;
    }

    private static void fill(RecordSorter sorter, List<Row> rows) throws IOException {
        for (Row row : rows) {
            byte[] value = new byte[4 + row.number() % 50];
            ByteBuffer.wrap(value).putInt(row.number());
            sorter.add(
                    row.key(), row.key().length, row.input(), row.timestamp(), value, value.length);
        }
    }

    private static List<Integer> read(RecordSorter sorter, List<Row> rows) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        while (sorter.next()) {
            int number = ByteBuffer.wrap(sorter.bytes()).getInt(sorter.valueAt());
            Row row = rows.get(number);
            assertThat(sorter.valueLength()).isEqualTo(4 + number % 50);
            assertThat(sorter.input()).isEqualTo(row.input());
            assertThat(sorter.timestamp()).isEqualTo(row.timestamp());
            assertThat(
                            Arrays.copyOfRange(
                                    sorter.bytes(),
                                    sorter.keyAt(),
                                    sorter.keyAt() + sorter.keyLength()))
                    .isEqualTo(row.key());
            numbers.add(number);
        }
        return numbers;
    }

    @DisplayName(
            "Records come by key, timestamp, input and arrival, in memory and from many runs on disk")
    @Test
    void sorted() throws Exception {
        Comparator<Row> order =
                Comparator.comparing(Row::key, Arrays::compareUnsigned)
                        .thenComparing(Row::timestamp)
                        .thenComparing(Row::input)
                        .thenComparing(Row::number);
        for (int seed = 0; seed < 12; seed++) {
            List<Row> rows = random(seed * 700, seed);
            List<Integer> expected = rows.stream().sorted(order).map(Row::number).toList();
            for (long memory : new long[] {1 << 24, 64 << 10}) {
                FakeDisk disk = new FakeDisk();
                RecordSorter sorter = new RecordSorter(memory, false, disk);
                fill(sorter, rows);
                assertThat(read(sorter, rows)).as("seed %s", seed).isEqualTo(expected);
                assertThat(sorter.next()).isFalse();
                assertThat(disk.taken).isEqualTo(disk.kept);
                if (memory > 1 << 20) {
                    assertThat(disk.kept).isZero();
                } else if (seed > 8) {
                    assertThat(sorter.runs()).isGreaterThan(3);
                }
                sorter.close();
                assertThat(disk.closed).isTrue();
            }
        }
    }

    @DisplayName("As a queue it keeps the order of arrival, over disk too")
    @Test
    void queue() throws Exception {
        List<Row> rows = random(10_000, 3);
        RecordSorter sorter = new RecordSorter(64 << 10, true, new FakeDisk());
        fill(sorter, rows);
        assertThat(sorter.runs()).isGreaterThan(3);
        assertThat(read(sorter, rows)).isEqualTo(rows.stream().map(Row::number).toList());
    }

    @DisplayName("A record larger than the memory finds room")
    @Test
    void large() throws Exception {
        RecordSorter sorter = new RecordSorter(8 << 10, false, new FakeDisk());
        byte[] value = new byte[100_000];
        for (int i = 3; i > 0; i--) {
            sorter.add(new byte[] {(byte) i}, 1, 0, 0, value, value.length);
        }
        for (int i = 1; i <= 3; i++) {
            assertThat(sorter.next()).isTrue();
            assertThat(sorter.bytes()[sorter.keyAt()]).isEqualTo((byte) i);
            assertThat(sorter.valueLength()).isEqualTo(100_000);
        }
        assertThat(sorter.next()).isFalse();
    }
}
