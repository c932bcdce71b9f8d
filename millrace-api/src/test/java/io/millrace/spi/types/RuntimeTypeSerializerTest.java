// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.RoundTrip;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple0;
import io.millrace.api.java.tuple.Tuple2;
import java.io.IOException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeTypeSerializerTest {

    record Event(long key, String name) {}

    private final TypeSerializer<Object> serializer =
            RuntimeType.create().createSerializer(new ExecutionConfig().getSerializerConfig());

    @Test
    void anythingComesBack() {
        for (Object value :
                Arrays.asList(
                        null,
                        "text",
                        1L,
                        2,
                        3.5,
                        true,
                        4.5f,
                        (short) 5,
                        (byte) 6,
                        '7',
                        Instant.EPOCH,
                        DayOfWeek.FRIDAY,
                        new Event(8, "e"),
                        Tuple0.INSTANCE,
                        Tuple2.of("a", Tuple2.of(1L, null)),
                        new long[] {9},
                        new ArrayList<>(List.of(new Event(10, "f"))),
                        new HashMap<>(Map.of("k", 1L)))) {
            assertThat(RoundTrip.check(serializer, value)).isEqualTo(value);
        }
    }

    @Test
    void aTupleOfBasicTypesTakesOneByteMorePerValue() throws IOException {
        assertThat(RoundTrip.bytes(serializer, Tuple2.of("abc", 1L))).hasSize(1 + 1 + 4 + 1 + 8);
    }

    @Test
    void typesAreDescribedForPeople() {
        assertThat(TypeDescription.of(serializer)).isEqualTo("Any");
        assertThat(of(Types.LONG)).isEqualTo("Long");
        assertThat(of(Types.INT)).isEqualTo("Integer");
        assertThat(of(Types.TUPLE(Types.STRING, Types.LIST(Types.LONG))))
                .isEqualTo("Tuple2<String, List<Long>>");
        assertThat(of(Types.MAP(Types.STRING, Types.BIG_DEC))).isEqualTo("Map<String, BigDecimal>");
        assertThat(of(Types.PRIMITIVE_ARRAY(Types.LONG))).isEqualTo("long[]");
        assertThat(of(Types.OBJECT_ARRAY(Types.STRING))).isEqualTo("String[]");
        assertThat(of(Types.GENERIC(Thread.class))).isEqualTo("Kryo java.lang.Thread");
        assertThat(of(Types.POJO(Event.class)))
                .isEqualTo("POJO " + Event.class.getName() + "{key: Long, name: String}");
        assertThat(of(Types.ENUM(Thread.State.class)))
                .startsWith("Enum java.lang.Thread$State{NEW, RUNNABLE");
    }

    private static String of(io.millrace.api.common.typeinfo.TypeInformation<?> type) {
        return TypeDescription.of(
                type.createSerializer(new ExecutionConfig().getSerializerConfig()));
    }
}
