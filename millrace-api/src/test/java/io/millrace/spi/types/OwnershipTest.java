// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OwnershipTest {

    record Plain(long id, String name, DayOfWeek day, Instant at) {}

    record Nested(Plain plain, BigDecimal sum, Nested next) {}

    record WithList(List<String> list) {}

    record WithArray(int[] array) {}

    record Open<T>(T anything) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    record Drawing(Shape shape) {}

    @Immutable
    static class Vouched {
        int number;
    }

    static class Child extends Vouched {}

    static class Unknown {
        int number;
    }

    public static class Pojo {
        public long id;
        public List<Long> numbers = new ArrayList<>();

        public Pojo() {}
    }

    enum WithBodies {
        ONE {
            @Override
            int number() {
                return 1;
            }
        };

        abstract int number();
    }

    @Test
    void valuesOfJavasOwnAreImmutable() {
        for (Object value :
                List.of(
                        1L,
                        "x",
                        'c',
                        1.5,
                        BigDecimal.ONE,
                        UUID.randomUUID(),
                        Instant.EPOCH,
                        ZoneId.of("Europe/Berlin"),
                        DayOfWeek.MONDAY,
                        WithBodies.ONE)) {
            assertThat(Ownership.isImmutable(value.getClass())).as("%s", value).isTrue();
            assertThat(Ownership.copy(value)).isSameAs(value);
        }
        assertThat(Ownership.isImmutable(Date.class)).isFalse();
        assertThat(Ownership.isImmutable(ArrayList.class)).isFalse();
        assertThat(Ownership.isImmutable(Object.class)).isFalse();
        assertThat(Ownership.isImmutable(long[].class)).isFalse();
    }

    @Test
    void recordsAreWhatTheirComponentsAre() {
        assertThat(Ownership.isImmutable(Plain.class)).isTrue();
        assertThat(Ownership.isImmutable(Nested.class)).isTrue();
        assertThat(Ownership.isImmutable(Drawing.class)).isTrue();
        assertThat(Ownership.isImmutable(WithList.class)).isFalse();
        assertThat(Ownership.isImmutable(WithArray.class)).isFalse();
        assertThat(Ownership.isImmutable(Open.class)).isFalse();
    }

    @Test
    void authorsAreTaken_byTheirWord() {
        assertThat(Ownership.isImmutable(Vouched.class)).isTrue();
        assertThat(Ownership.isImmutable(Child.class)).isTrue();
        assertThat(Ownership.isImmutable(Unknown.class)).isFalse();
        Ownership.declareImmutable(Unknown.class);
        assertThat(Ownership.isImmutable(Unknown.class)).isTrue();
    }

    @Test
    void typesAreImmutableIfAllTheirValuesAre() {
        assertThat(Ownership.isImmutable(Types.STRING)).isTrue();
        assertThat(Ownership.isImmutable(Types.POJO(Plain.class))).isTrue();
        assertThat(Ownership.isImmutable(Types.GENERIC(Object.class))).isFalse();
        assertThat(Ownership.isImmutable(Types.TUPLE(Types.LONG))).isFalse();
        assertThat(Ownership.isImmutable(RuntimeType.create())).isFalse();
    }

    @Test
    void mutableValuesAreCopiedByTheirClass() {
        Pojo pojo = new Pojo();
        pojo.numbers.add(1L);
        Tuple2<String, Pojo> tuple = Tuple2.of("a", pojo);
        Tuple2<String, Pojo> copy = Ownership.copy(tuple);
        assertThat(copy.f1).isNotSameAs(pojo);
        pojo.numbers.add(2L);
        pojo.id = 9;
        assertThat(copy.f1.numbers).containsExactly(1L);
        assertThat(copy.f1.id).isZero();
        int[] array = {1};
        assertThat(Ownership.copy(array)).isNotSameAs(array).containsExactly(1);
        assertThat(Ownership.<Object>copy(null)).isNull();
    }
}
