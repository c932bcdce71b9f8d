// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.aggregation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.streaming.api.functions.aggregation.AggregationFunction.AggregationType;
import org.junit.jupiter.api.Test;

class AggregatorTest {

    private static final TypeInformation<Tuple2<String, Integer>> PAIR =
            Types.TUPLE(Types.STRING, Types.INT);

    private final ExecutionConfig config = new ExecutionConfig();

    @Test
    void aSumLeavesItsInputsAlone() throws Exception {
        Tuple2<String, Integer> first = Tuple2.of("a", 1);
        Tuple2<String, Integer> second = Tuple2.of("b", 2);
        assertThat(new SumAggregator<>(1, PAIR, config).reduce(first, second))
                .isEqualTo(Tuple2.of("a", 3));
        assertThat(first).isEqualTo(Tuple2.of("a", 1));
    }

    @Test
    void everyClassOfNumbersHasItsSum() throws Exception {
        assertThat(new SumAggregator<>(0, Types.BYTE, config).reduce((byte) 127, (byte) 1))
                .isEqualTo((byte) -128);
        assertThat(new SumAggregator<>(0, Types.SHORT, config).reduce((short) 2, (short) 3))
                .isEqualTo((short) 5);
        assertThat(new SumAggregator<>("*", Types.LONG, config).reduce(1L, 2L)).isEqualTo(3L);
        assertThat(new SumAggregator<>(0, Types.FLOAT, config).reduce(1f, 2f)).isEqualTo(3f);
        assertThat(new SumAggregator<>(0, Types.DOUBLE, config).reduce(1d, 2d)).isEqualTo(3d);
    }

    @Test
    void fieldsOfPojosNestedTuplesRecordsAndArraysCanBeNamed() throws Exception {
        Score sum =
                new SumAggregator<>("points", Types.POJO(Score.class), config)
                        .reduce(new Score("x", 1), new Score("y", 2));
        assertThat(sum.name).isEqualTo("x");
        assertThat(sum.points).isEqualTo(3L);

        assertThat(
                        new SumAggregator<>("f1.f1", Types.TUPLE(Types.INT, PAIR), config)
                                .reduce(
                                        Tuple2.of(1, Tuple2.of("a", 1)),
                                        Tuple2.of(2, Tuple2.of("b", 5))))
                .isEqualTo(Tuple2.of(1, Tuple2.of("a", 6)));

        assertThat(
                        new SumAggregator<>("n", TypeInformation.of(Rec.class), config)
                                .reduce(new Rec("a", 1), new Rec("b", 2)))
                .isEqualTo(new Rec("a", 3));

        assertThat(
                        new SumAggregator<>(
                                        1,
                                        PrimitiveArrayTypeInfo.INT_PRIMITIVE_ARRAY_TYPE_INFO,
                                        config)
                                .reduce(new int[] {1, 2}, new int[] {9, 9}))
                .containsExactly(1, 11);
    }

    @Test
    void minimumAndMaximumOfAFieldKeepTheFirstRecord() throws Exception {
        assertThat(reduce(AggregationType.MIN, false, Tuple2.of("a", 2), Tuple2.of("b", 1)))
                .isEqualTo(Tuple2.of("a", 1));
        assertThat(reduce(AggregationType.MAX, false, Tuple2.of("a", 2), Tuple2.of("b", 1)))
                .isEqualTo(Tuple2.of("a", 2));
        assertThat(reduce(AggregationType.MAX, false, Tuple2.of("a", 2), Tuple2.of("b", 7)))
                .isEqualTo(Tuple2.of("a", 7));
    }

    @Test
    void byAFieldTheWholeRecordIsKeptAndTiesGoToTheFirstOrTheLast() throws Exception {
        assertThat(reduce(AggregationType.MINBY, true, Tuple2.of("a", 2), Tuple2.of("b", 1)))
                .isEqualTo(Tuple2.of("b", 1));
        assertThat(reduce(AggregationType.MAXBY, true, Tuple2.of("a", 2), Tuple2.of("b", 2)))
                .isEqualTo(Tuple2.of("a", 2));
        assertThat(reduce(AggregationType.MAXBY, false, Tuple2.of("a", 2), Tuple2.of("b", 2)))
                .isEqualTo(Tuple2.of("b", 2));
    }

    @Test
    void fieldsThatAreNotThereOrCannotBeSummedAreRefused() {
        assertThatThrownBy(() -> new SumAggregator<>(0, PAIR, config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'f0'")
                .hasMessageContaining("java.lang.String");
        assertThatThrownBy(() -> new SumAggregator<>(2, PAIR, config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 to 1");
        assertThatThrownBy(() -> new SumAggregator<>("nope", Types.POJO(Score.class), config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'nope'")
                .hasMessageContaining("points");
        assertThatThrownBy(
                        () ->
                                new SumAggregator<>(
                                                "f2",
                                                Types.TUPLE(Types.INT, Types.INT, Types.INT),
                                                config)
                                        .reduce(Tuple3.of(1, 1, 1), Tuple3.of(1, 1, null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("'f2'");
    }

    private Tuple2<String, Integer> reduce(
            AggregationType type,
            boolean first,
            Tuple2<String, Integer> a,
            Tuple2<String, Integer> b)
            throws Exception {
        return new ComparableAggregator<>(1, PAIR, type, first, config).reduce(a, b);
    }

    /** A POJO. */
    public static class Score {
        public String name;
        public Long points;

        public Score() {}

        Score(String name, long points) {
            this.name = name;
            this.points = points;
        }
    }

    /** A record. */
    public record Rec(String name, int n) {}
}
