// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import java.time.DayOfWeek;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyTypesTest {

    public static class WithoutHash {
        public long id;

        public WithoutHash() {}
    }

    public static class WithHash {
        public long id;

        public WithHash() {}

        @Override
        public int hashCode() {
            return Long.hashCode(id);
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof WithHash other && id == other.id;
        }
    }

    record Good(String name, long id) {}

    record Bad(String name, DayOfWeek day) {}

    record OfArray(int[] numbers) {}

    record Deep(String name, OfArray inside) {}

    record OfList(List<DayOfWeek> days) {}

    record OfLists(List<List<String>> names) {}

    record Careful(String name, DayOfWeek day) {
        @Override
        public int hashCode() {
            return name.hashCode() * 31 + day.name().hashCode();
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Careful other && name.equals(other.name) && day == other.day;
        }
    }

    @Test
    void whatHasAStableHashCodeCanBeAKey() {
        for (TypeInformation<?> type :
                List.of(
                        Types.STRING,
                        Types.LONG,
                        Types.TUPLE(Types.STRING, Types.LONG),
                        Types.POJO(WithHash.class),
                        Types.POJO(Good.class),
                        Types.POJO(Careful.class),
                        Types.POJO(OfLists.class),
                        Types.LIST(Types.STRING),
                        Types.GENERIC(Object.class),
                        RuntimeType.create())) {
            assertThatCode(() -> KeyTypes.validate(type)).doesNotThrowAnyException();
        }
    }

    @Test
    void whatHasNotIsRefusedByName() {
        refused(TypeInformation.of(int[].class), "int[]");
        refused(TypeInformation.of(String[].class), "java.lang.String[]");
        refused(TypeInformation.of(Good[].class), "Good[]");
        refused(TypeInformation.of(DayOfWeek.class), DayOfWeek.class.getName());
        refused(TypeInformation.of(WithoutHash.class), WithoutHash.class.getName());
        refused(Types.GENERIC(Thread.class), "java.lang.Thread");
        refused(TypeInformation.of(Bad.class), "'day'");
        refused(TypeInformation.of(OfArray.class), "'numbers' is a int[]");
        refused(TypeInformation.of(Deep.class), "'inside'");
        refused(TypeInformation.of(OfList.class), "'days'");
        refused(Types.LIST(TypeInformation.of(int[].class)), "int[]");
        refused(Types.MAP(Types.STRING, Types.ENUM(DayOfWeek.class)), DayOfWeek.class.getName());
        refused(Types.TUPLE(TypeInformation.of(OfArray.class)), "'numbers'");
        refused(Types.TUPLE(Types.STRING, Types.TUPLE(TypeInformation.of(int[].class))), "int[]");
    }

    private static void refused(TypeInformation<?> type, String name) {
        assertThatThrownBy(() -> KeyTypes.validate(type))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("cannot be a key");
    }

    @Test
    void keysOfUnknownTypeAreCheckedOneByOne() {
        assertThatCode(() -> KeyTypes.validateKey(Tuple2.of("a", 1L))).doesNotThrowAnyException();
        assertThatThrownBy(() -> KeyTypes.validateKey(Tuple2.of("a", new int[0])))
                .hasMessageContaining("int[]");
        assertThatThrownBy(() -> KeyTypes.validateClass(DayOfWeek.class))
                .hasMessageContaining("cannot be a key");
    }
}
