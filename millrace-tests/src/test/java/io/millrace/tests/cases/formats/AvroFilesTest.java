// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.fs.Path;
import io.millrace.formats.avro.AvroInputFormat;
import io.millrace.formats.avro.AvroOutputFormat;
import io.millrace.formats.avro.AvroWriters;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.tests.kit.Jobs;
import io.millrace.util.CloseableIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Avro files of plain classes of the program, which Avro has no reason to know. */
@Timeout(60)
class AvroFilesTest {

    enum Unit {
        CELSIUS,
        BAR
    }

    /** Part of another. */
    public static final class Place {
        public String name = "";

        public Place() {}
    }

    /** With what reflection has to look into: a class, an enum, collections. */
    public static final class Reading {
        public long value;
        public Unit unit = Unit.BAR;
        public Place place = new Place();
        public List<String> notes = new ArrayList<>();
        public Set<Long> before = new TreeSet<>();

        public Reading() {}

        static Reading of(long value) {
            Reading reading = new Reading();
            reading.value = value;
            reading.place.name = "place " + value;
            reading.notes.add("note");
            reading.before.add(value - 1);
            return reading;
        }

        @Override
        public String toString() {
            return value
                    + " "
                    + unit
                    + " "
                    + place.name
                    + " "
                    + notes
                    + " "
                    + new TreeSet<>(before);
        }
    }

    private static List<String> read(java.nio.file.Path path) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        List<String> read = new ArrayList<>();
        try (CloseableIterator<Reading> readings =
                env.createInput(new AvroInputFormat<>(new Path(path.toUri()), Reading.class))
                        .executeAndCollect()) {
            readings.forEachRemaining(reading -> read.add(reading.toString()));
        }
        return read;
    }

    @Test
    void aFileSinkWritesPlainClasses(@TempDir java.nio.file.Path directory) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData(Reading.of(1), Reading.of(2))
                .sinkTo(
                        FileSink.forBulkFormat(
                                        new Path(directory.toUri()),
                                        AvroWriters.forReflectRecord(Reading.class))
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .build());
        Jobs.run(env, "plain classes");
        assertThat(read(directory))
                .containsExactly("1 BAR place 1 [note] [0]", "2 BAR place 2 [note] [1]");
    }

    @Test
    void anOutputFormatWritesPlainClasses(@TempDir java.nio.file.Path directory) throws Exception {
        java.nio.file.Path file = directory.resolve("readings.avro");
        AvroOutputFormat<Reading> format =
                new AvroOutputFormat<>(new Path(file.toUri()), Reading.class);
        format.open(0, 1);
        format.writeRecord(Reading.of(7));
        format.close();
        assertThat(read(file)).containsExactly("7 BAR place 7 [note] [6]");
    }
}
