// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Throwables;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class KeysTest {

    /** Equal by fields for the eye, not for Java. */
    public static class NoHashCode {
        public int id;
        public String name;
    }

    /** Has a hash code of its own. */
    public static final class WithHashCode {
        public int id;

        @Override
        public int hashCode() {
            return id;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof WithHashCode that && that.id == id;
        }
    }

    /** To select an array. */
    public static final class ByArray implements KeySelector<Integer, int[]> {
        private static final long serialVersionUID = 1L;

        @Override
        public int[] getKey(Integer value) {
            return new int[] {value};
        }
    }

    /** To select an enum constant. */
    public static final class ByEnum implements KeySelector<Integer, TimeUnit> {
        private static final long serialVersionUID = 1L;

        @Override
        public TimeUnit getKey(Integer value) {
            return TimeUnit.values()[value % 3];
        }
    }

    /** To select an object without a hash code. */
    public static final class ByNoHashCode implements KeySelector<Integer, NoHashCode> {
        private static final long serialVersionUID = 1L;

        @Override
        public NoHashCode getKey(Integer value) {
            NoHashCode key = new NoHashCode();
            key.id = value;
            return key;
        }
    }

    /** To select an object that has one. */
    public static final class ByWithHashCode implements KeySelector<Integer, WithHashCode> {
        private static final long serialVersionUID = 1L;

        @Override
        public WithHashCode getKey(Integer value) {
            WithHashCode key = new WithHashCode();
            key.id = value % 3;
            return key;
        }
    }

    private final StreamExecutionEnvironment env = Jobs.environment(1);

    private DataStream<Integer> numbers() {
        return env.fromData(1, 2, 3, 4, 5, 6);
    }

    private static void refused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable build, String type) {
        assertThatThrownBy(build)
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining(type)
                .hasMessageMatching(
                        "(?si).*(cannot|can't|can not) be a key.*|.*(cannot|can't) be.*keys?.*");
    }

    @DisplayName("A01 (a): an array can't be a key")
    @Test
    void a01Array() {
        refused(() -> numbers().keyBy(new ByArray()), "int[]");
    }

    @DisplayName("A01 (b): an enum can't be a key")
    @Test
    void a01Enum() {
        refused(() -> numbers().keyBy(new ByEnum()), "TimeUnit");
    }

    @DisplayName("A01 (c): a POJO that does not override hashCode can't be a key")
    @Test
    void a01Pojo() {
        refused(() -> numbers().keyBy(new ByNoHashCode()), "NoHashCode");
    }

    @DisplayName("A01: what can be a key is one, by selector, field and position")
    @Test
    void a01Good() throws Exception {
        Collected<Integer> bySelector = new Collected<>();
        Collected<Tuple2<String, Integer>> byField = new Collected<>();
        numbers().keyBy(new ByWithHashCode()).reduce(Integer::sum).addSink(bySelector);
        env.fromData(Tuple2.of("a", 1), Tuple2.of("b", 10), Tuple2.of("a", 2))
                .keyBy(pair -> pair.f0)
                .sum(1)
                .addSink(byField);
        Jobs.run(env, "keys");

        assertThat(bySelector.values()).containsExactly(1, 2, 3, 5, 7, 9);
        assertThat(byField.values())
                .isEqualTo(List.of(Tuple2.of("a", 1), Tuple2.of("b", 10), Tuple2.of("a", 3)));
    }

    @DisplayName("A01: a key whose type only its values show is refused at the first of them")
    @Test
    void a01Hidden() throws Exception {
        Collected<Object> sink = new Collected<>();
        KeySelector<Integer, Object> hidden = value -> new int[] {value};
        numbers().keyBy(hidden).map(value -> (Object) value).addSink(sink);

        Throwable failure = Jobs.runToFailure(env, "hidden array key");

        assertThat(Throwables.messages(failure)).anySatisfy(m -> assertThat(m).contains("int[]"));
        assertThat(sink.values()).isEmpty();
    }

    @DisplayName(
            "A07: two operators with one uid are refused before any task starts, with both names")
    @Test
    void a07() {
        Collected<Integer> sink = new Collected<>();
        DataStream<Integer> numbers = numbers();
        numbers.map(value -> value).name("left").uid("u1").addSink(sink);
        numbers.map(value -> value).name("right").uid("u1").addSink(sink);

        assertThatThrownBy(() -> env.execute("two of one uid"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("u1", "left", "right");
        assertThat(sink.values()).isEmpty();
    }
}
