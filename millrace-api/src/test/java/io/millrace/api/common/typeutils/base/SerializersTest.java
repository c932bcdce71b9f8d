// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.BasicArrayTypeInfo;
import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.RoundTrip;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.java.tuple.Tuple0;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.types.NullFieldException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SerializersTest {

    private static <T> TypeSerializer<T> of(TypeInformation<T> type) {
        return type.createSerializer(new ExecutionConfig().getSerializerConfig());
    }

    @Test
    void basicTypesComeBack() {
        RoundTrip.check(of(Types.BOOLEAN), true);
        RoundTrip.check(of(Types.BYTE), (byte) -3);
        RoundTrip.check(of(Types.SHORT), Short.MIN_VALUE);
        RoundTrip.check(of(Types.INT), Integer.MIN_VALUE);
        RoundTrip.check(of(Types.LONG), Long.MAX_VALUE);
        RoundTrip.check(of(Types.FLOAT), -0f);
        RoundTrip.check(of(Types.DOUBLE), Double.MIN_VALUE);
        RoundTrip.check(of(Types.CHAR), '\u20ac');
        RoundTrip.check(of(Types.VOID), null);
        RoundTrip.check(of(Types.BIG_INT), new BigInteger("-123456789012345678901234567890"));
        RoundTrip.check(of(Types.BIG_DEC), new BigDecimal("0.000000000000000000000000001"));
    }

    @Test
    void datesAndTimesComeBack() {
        RoundTrip.check(of(Types.INSTANT), Instant.parse("1901-01-01T00:00:00.123456789Z"));
        RoundTrip.check(of(Types.LOCAL_DATE), LocalDate.of(-5, 2, 28));
        RoundTrip.check(of(Types.LOCAL_TIME), LocalTime.MAX);
        RoundTrip.check(of(Types.LOCAL_DATE_TIME), LocalDateTime.MIN);
        RoundTrip.check(of(BasicTypeInfo.DATE_TYPE_INFO), new Date(-1));
        RoundTrip.check(of(Types.SQL_DATE), java.sql.Date.valueOf("2020-02-29"));
        RoundTrip.check(of(Types.SQL_TIME), java.sql.Time.valueOf("23:59:59"));
        Timestamp timestamp = new Timestamp(1_234_567);
        timestamp.setNanos(123_456_789);
        RoundTrip.check(of(Types.SQL_TIMESTAMP), timestamp);
    }

    @Test
    void typesThatKnowANullKeepIt() {
        for (TypeInformation<?> type :
                List.of(
                        Types.STRING,
                        Types.BIG_INT,
                        Types.BIG_DEC,
                        Types.INSTANT,
                        Types.LOCAL_DATE,
                        Types.LOCAL_TIME,
                        Types.LOCAL_DATE_TIME,
                        Types.SQL_TIMESTAMP)) {
            assertThat(RoundTrip.check(of(type), null)).isNull();
        }
    }

    @Test
    void stringsOfAllKindsComeBack() {
        for (String text :
                List.of("", "plain", "\u00ff\u0000", "\u0100", "\uD83D\uDE00", "\uD800 alone")) {
            RoundTrip.check(of(Types.STRING), text);
        }
        RoundTrip.check(of(Types.STRING), "\u4e2d".repeat(100_000));
    }

    @Test
    void aShortPlainStringTakesOneByteMoreThanItsChars() throws IOException {
        assertThat(RoundTrip.bytes(of(Types.STRING), "streaming")).hasSize(10);
    }

    @Test
    void arraysComeBack() {
        for (Object array :
                List.of(
                        new boolean[] {true, false},
                        new byte[] {1, -1},
                        new short[] {2},
                        new int[] {3, 4},
                        new long[] {5},
                        new float[] {6},
                        new double[] {7},
                        new char[] {'8'},
                        new long[0],
                        new String[] {"a", null, "b"},
                        new Long[] {1L, null})) {
            checkByClass(array);
        }
        RoundTrip.check(
                of(Types.OBJECT_ARRAY(Types.BIG_INT)), new BigInteger[] {BigInteger.TEN, null});
    }

    @SuppressWarnings("unchecked") // the class of the value
    private static <T> void checkByClass(T value) {
        TypeSerializer<T> serializer = of(TypeInformation.of((Class<T>) value.getClass()));
        T copy = serializer.copy(value);
        assertThat(copy).isNotSameAs(value);
        RoundTrip.check(serializer, value);
    }

    @Test
    void listsAndMapsComeBackWithTheirNullsAndTheirOrder() {
        RoundTrip.check(of(Types.LIST(Types.LONG)), new ArrayList<>(List.of(1L, 2L)));
        RoundTrip.check(of(Types.LIST(Types.LONG)), new ArrayList<>(Arrays.asList(1L, null)));
        Map<String, Long> map = new LinkedHashMap<>();
        map.put("z", 1L);
        map.put("a", null);
        map.put(null, 3L);
        Map<String, Long> back = RoundTrip.check(of(Types.MAP(Types.STRING, Types.LONG)), map);
        assertThat(back.keySet()).containsExactly("z", "a", null);
    }

    @Test
    void copiesOfCollectionsShareNothingMutable() {
        TypeSerializer<List<List<Long>>> serializer = of(Types.LIST(Types.LIST(Types.LONG)));
        List<List<Long>> value = new ArrayList<>(List.of(new ArrayList<>(List.of(1L))));
        List<List<Long>> copy = serializer.copy(value);
        value.get(0).add(2L);
        assertThat(copy).isEqualTo(List.of(List.of(1L)));
    }

    @Test
    void tuplesComeBackAndHaveTheWidthOfTheirFields() {
        TypeSerializer<Tuple2<Long, Integer>> fixed = of(Types.TUPLE(Types.LONG, Types.INT));
        assertThat(fixed.getLength()).isEqualTo(12);
        RoundTrip.check(fixed, Tuple2.of(1L, 2));
        TypeSerializer<Tuple3<String, Long, Tuple2<String, Long>>> nested =
                of(Types.TUPLE(Types.STRING, Types.LONG, Types.TUPLE(Types.STRING, Types.LONG)));
        assertThat(nested.getLength()).isEqualTo(-1);
        RoundTrip.check(nested, Tuple3.of("a", 2L, Tuple2.of(null, 3L)));
        RoundTrip.check(of(Types.TUPLE(Tuple0.class)), Tuple0.INSTANCE);
    }

    @Test
    void aTupleIsCopiedDeeply() {
        TypeSerializer<Tuple2<String, List<Long>>> serializer =
                of(Types.TUPLE(Types.STRING, Types.LIST(Types.LONG)));
        Tuple2<String, List<Long>> value = Tuple2.of("a", new ArrayList<>(List.of(1L)));
        Tuple2<String, List<Long>> copy = serializer.copy(value);
        value.f1.add(2L);
        value.f0 = "b";
        assertThat(copy).isEqualTo(Tuple2.of("a", List.of(1L)));
    }

    @Test
    void aNullFieldOfATupleIsNamed() {
        assertThatThrownBy(
                        () ->
                                RoundTrip.bytes(
                                        of(Types.<Tuple2<Long, Long>>TUPLE(Types.LONG, Types.LONG)),
                                        Tuple2.of(1L, null)))
                .isInstanceOf(NullFieldException.class)
                .hasMessageContaining("Field 1");
    }

    @Test
    void enumsComeBack() {
        RoundTrip.check(of(Types.ENUM(DayOfWeek.class)), DayOfWeek.FRIDAY);
    }

    @Test
    void anotherTypeIsIncompatible() throws IOException {
        assertThat(judge(of(Types.STRING), of(Types.LONG)).isIncompatible()).isTrue();
        assertThat(judge(of(Types.LIST(Types.INT)), of(Types.LIST(Types.LONG))).isIncompatible())
                .isTrue();
        assertThat(judge(of(Types.FLOAT), of(Types.INT)).isIncompatible()).isTrue();
        assertThat(
                        judge(of(Types.TUPLE(Types.LONG)), of(Types.TUPLE(Types.LONG, Types.LONG)))
                                .isIncompatible())
                .isTrue();
        assertThat(judge(of(Types.LONG), of(Types.LIST(Types.LONG))).isIncompatible()).isTrue();
        assertThat(
                        judge(
                                        of(BasicArrayTypeInfo.INT_ARRAY_TYPE_INFO),
                                        of(BasicArrayTypeInfo.LONG_ARRAY_TYPE_INFO))
                                .isIncompatible())
                .isTrue();
    }

    @SuppressWarnings("unchecked") // that they do not fit is the point
    private static TypeSerializerSchemaCompatibility<Object> judge(
            TypeSerializer<?> now, TypeSerializer<?> old) throws IOException {
        return ((TypeSerializer<Object>) now)
                .snapshotConfiguration()
                .resolveSchemaCompatibility(
                        (TypeSerializerSnapshot<Object>) RoundTrip.snapshot(old));
    }

    @Test
    void damagedBytesAreTold() {
        assertThatThrownBy(
                        () -> RoundTrip.read(of(Types.STRING), new byte[] {-1, -1, -1, -1, -1, -1}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a string");
        assertThatThrownBy(
                        () ->
                                RoundTrip.read(
                                        of(Types.LIST(Types.LONG)), new byte[] {-1, -1, -1, -1, 0}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a collection");
    }
}
