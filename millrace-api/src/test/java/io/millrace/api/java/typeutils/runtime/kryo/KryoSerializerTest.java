// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.RoundTrip;
import io.millrace.api.common.typeutils.TypeSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KryoSerializerTest {

    static final class Odd {
        private final String name;
        private final List<Long> numbers;
        private Odd self;

        Odd(String name, List<Long> numbers) {
            this.name = name;
            this.numbers = numbers;
        }
    }

    private final SerializerConfig config = new ExecutionConfig().getSerializerConfig();

    private <T> TypeSerializer<T> of(Class<T> type) {
        return Types.GENERIC(type).createSerializer(config);
    }

    @Test
    void aClassWithoutConstructorComesBackWithItsCycles() throws IOException {
        Odd odd = new Odd("x", new ArrayList<>(List.of(1L)));
        odd.self = odd;
        Odd read = RoundTrip.read(of(Odd.class), RoundTrip.bytes(of(Odd.class), odd));
        assertThat(read.self).isSameAs(read);
        assertThat(read.name).isEqualTo("x");
        Odd copy = of(Odd.class).copy(odd);
        odd.numbers.add(2L);
        assertThat(copy.numbers).containsExactly(1L);
    }

    @Test
    void javasOwnClassesComeBack() {
        for (Object value :
                Arrays.asList(
                        new HashSet<>(Set.of("a")),
                        List.of(1L, 2L),
                        Arrays.asList("x", "y"),
                        new TreeMap<>(java.util.Map.of("k", 1)),
                        Optional.of("o"),
                        UUID.fromString("00000000-0000-0001-0000-000000000002"),
                        "text",
                        5L)) {
            assertThat(RoundTrip.check(of(Object.class), value)).isEqualTo(value);
        }
        assertThat(RoundTrip.check(of(Object.class), null)).isNull();
    }

    @Test
    void anExceptionComesBack() throws IOException {
        RuntimeException why = new IllegalStateException("why", new IOException("because"));
        Object read = RoundTrip.read(of(Object.class), RoundTrip.bytes(of(Object.class), why));
        assertThat(read).isInstanceOf(IllegalStateException.class);
        assertThat((Throwable) read).hasMessage("why").hasRootCauseMessage("because");
        assertThat(of(Object.class).copy(why)).isNotSameAs(why);
    }

    @Test
    void numbersOfRegisteredClassesStayWhenMoreAreRegistered() throws IOException {
        config.registerKryoType(Odd.class);
        TypeSerializer<Object> old = of(Object.class);
        byte[] bytes = RoundTrip.bytes(old, new Odd("x", new ArrayList<>()));

        SerializerConfig more = new ExecutionConfig().getSerializerConfig();
        more.registerKryoType(StringBuilder.class);
        more.registerKryoType(Odd.class);
        var verdict =
                Types.GENERIC(Object.class)
                        .createSerializer(more)
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(RoundTrip.snapshot(old));
        assertThat(verdict.isCompatibleWithReconfiguredSerializer()).isTrue();
        assertThat(RoundTrip.read(verdict.getReconfiguredSerializer(), bytes))
                .isInstanceOf(Odd.class);
    }

    @Test
    void whatKryoCannotDoIsExplained() {
        Thread thread = Thread.currentThread();
        assertThatThrownBy(() -> RoundTrip.bytes(of(Object.class), thread))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("java.lang.Thread")
                .hasMessageContaining("neither a POJO nor a record");
    }

    @Test
    void genericTypesCanBeSwitchedOff() {
        config.setGenericTypes(false);
        assertThatThrownBy(() -> of(Odd.class))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(Odd.class.getName())
                .hasMessageContaining("pipeline.generic-types");
    }
}
