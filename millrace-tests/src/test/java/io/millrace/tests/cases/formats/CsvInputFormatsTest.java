// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.io.ParseException;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.io.CsvInputFormat;
import io.millrace.api.java.io.PojoCsvInputFormat;
import io.millrace.api.java.io.RowCsvInputFormat;
import io.millrace.api.java.io.TupleCsvInputFormat;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.api.java.typeutils.PojoTypeInfo;
import io.millrace.api.java.typeutils.TupleTypeInfo;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CommittingSink;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.types.Row;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CsvInputFormatsTest {

    private static final TypeInformation<?>[] TEXT_NUMBER_TRUTH = {
        Types.STRING, Types.INT, Types.BOOLEAN
    };

    @TempDir Path directory;

    private io.millrace.core.fs.Path file(String text) throws IOException {
        return new io.millrace.core.fs.Path(
                Files.writeString(directory.resolve("file.csv"), text).toUri());
    }

    private static <T> List<T> read(CsvInputFormat<T> format, int parts) throws IOException {
        format.configure(new Configuration());
        List<T> records = new ArrayList<>();
        for (FileInputSplit split : format.createInputSplits(parts)) {
            format.open(split);
            while (!format.reachedEnd()) {
                T record = format.nextRecord(null);
                if (record != null) {
                    records.add(record);
                }
            }
            format.close();
        }
        return records;
    }

    @Test
    @DisplayName("Rows: headers, comments, line ends of both kinds; quotes hold delimiters")
    void rows() throws Exception {
        RowCsvInputFormat format =
                new RowCsvInputFormat(
                        file("name,count,ok\r\n#no\r\n\"a,b\",1,true\nsays \"x\",-2,0\r\n,3,FALSE"),
                        TEXT_NUMBER_TRUTH);
        format.setSkipFirstLineAsHeader(true);
        format.setCommentPrefix("#");
        format.enableQuotedStringParsing('"');
        assertThat(read(format, 4))
                .containsExactly(
                        Row.of("a,b", 1, true),
                        Row.of("says \"x\"", -2, false),
                        Row.of("", 3, false));
    }

    @Test
    @DisplayName("Rows: columns in any order and with gaps, of other types")
    void columns() throws Exception {
        RowCsvInputFormat format =
                new RowCsvInputFormat(
                        file("1||x||2.50||2020-01-02 03:04:05||9\n"),
                        new TypeInformation<?>[] {
                            Types.SQL_TIMESTAMP, Types.LONG, Types.BIG_DEC, Types.BYTE
                        },
                        "\n",
                        "||",
                        new int[] {3, 0, 2, 4});
        assertThat(read(format, 1))
                .containsExactly(
                        Row.of(
                                Timestamp.valueOf("2020-01-02 03:04:05"),
                                1L,
                                new BigDecimal("2.50"),
                                (byte) 9));
    }

    @Test
    @DisplayName("An empty column is null where that is wanted, and no number otherwise")
    void empty() throws Exception {
        io.millrace.core.fs.Path file = file("a,,\n,2,true\n");
        assertThat(read(new RowCsvInputFormat(file, TEXT_NUMBER_TRUTH, true), 1))
                .containsExactly(Row.of("a", null, null), Row.of(null, 2, true));
        assertThatThrownBy(() -> read(new RowCsvInputFormat(file, TEXT_NUMBER_TRUTH), 1))
                .isInstanceOf(ParseException.class)
                .hasMessageContaining("'a,,'")
                .hasMessageContaining("file.csv")
                .hasMessageContaining("Integer");
    }

    @Test
    @DisplayName("A line that can't be read fails and is named, or is passed over")
    void malformed() throws Exception {
        io.millrace.core.fs.Path file =
                file(
                        "a,1,true\nb,2\nc,x,true\n\"d,4,true\n\"e\"f,5,true\ng,7,maybe\nh, 8,true\ni,9,1");
        RowCsvInputFormat strict = new RowCsvInputFormat(file, TEXT_NUMBER_TRUTH);
        assertThatThrownBy(() -> read(strict, 1)).hasMessageContaining("'b,2'");
        for (boolean emptyAsNull : new boolean[] {false, true}) {
            RowCsvInputFormat lenient = new RowCsvInputFormat(file, TEXT_NUMBER_TRUTH, emptyAsNull);
            lenient.setLenient(true);
            lenient.enableQuotedStringParsing('"');
            assertThat(read(lenient, 3))
                    .containsExactly(Row.of("a", 1, true), Row.of("i", 9, true));
        }
        assertThatThrownBy(
                        () ->
                                new RowCsvInputFormat(
                                        file, new TypeInformation<?>[] {Types.LIST(Types.INT)}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("List");
    }

    @Test
    @DisplayName("Tuples by mask, through a job that finds their type")
    void tuples() throws Exception {
        TupleTypeInfo<Tuple3<String, Integer, Double>> type =
                new TupleTypeInfo<>(Types.STRING, Types.INT, Types.DOUBLE);
        TupleCsvInputFormat<Tuple3<String, Integer, Double>> format =
                new TupleCsvInputFormat<>(
                        file("a;x;1;2.5\nb;y;2;-1e3\n"),
                        "\n",
                        ";",
                        type,
                        new boolean[] {true, false, true, true});
        StreamExecutionEnvironment env = Jobs.environment(1);
        try (var results = env.createInput(format, type).executeAndCollect()) {
            assertThat(results)
                    .toIterable()
                    .containsExactly(Tuple3.of("a", 1, 2.5), Tuple3.of("b", 2, -1000.0));
        }
    }

    /** With a field of its parent and a private one. */
    public static class Parent {
        public long number;
    }

    public static class Child extends Parent {
        private String name;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    public record Pair(String left, long right) {}

    @Test
    @DisplayName("POJOs: each line comes once though the job fails in the middle of a file")
    void pojos() throws Exception {
        io.millrace.core.fs.Path file =
                file(
                        "number,name\n"
                                + LongStream.range(0, 5000)
                                        .mapToObj(number -> number + ",n" + number)
                                        .collect(Collectors.joining("\n")));
        PojoTypeInfo<Child> type = (PojoTypeInfo<Child>) TypeInformation.of(Child.class);
        PojoCsvInputFormat<Child> format =
                new PojoCsvInputFormat<>(file, type, new String[] {"number", "name"});
        format.setSkipFirstLineAsHeader(true);
        Fault fault = Fault.times(2);
        CommittingSink sink = new CommittingSink();
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(5);
        Jobs.restarts(env, 2);
        env.createInput(format, type)
                .map(
                        child -> {
                            if (child.number % 2000 == 1999) {
                                fault.strike("in the middle");
                            }
                            assertThat(child.getName()).isEqualTo("n" + child.number);
                            return child.number;
                        })
                .sinkTo(sink);
        Jobs.run(env, "pojos");
        assertThat(sink.rows())
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 5000).boxed().toList());

        assertThatThrownBy(() -> new PojoCsvInputFormat<>(file, type, new String[] {"nam"}))
                .hasMessageContaining("nam")
                .hasMessageContaining("number");
        PojoTypeInfo<Pair> record = (PojoTypeInfo<Pair>) TypeInformation.of(Pair.class);
        assertThatThrownBy(() -> new PojoCsvInputFormat<>(file, record))
                .hasMessageContaining("is a record");
    }
}
