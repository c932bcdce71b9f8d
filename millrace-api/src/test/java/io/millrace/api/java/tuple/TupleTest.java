// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.types.NullFieldException;
import org.junit.jupiter.api.Test;

class TupleTest {

    @Test
    void everyArityHasItsClassAndItsFields() {
        for (int arity = 0; arity <= Tuple.MAX_ARITY; arity++) {
            Tuple tuple = Tuple.newInstance(arity);
            assertThat(tuple.getClass()).isEqualTo(Tuple.getTupleClass(arity));
            assertThat(tuple.getArity()).isEqualTo(arity);
            for (int i = 0; i < arity; i++) {
                tuple.setField("v" + i, i);
            }
            for (int i = 0; i < arity; i++) {
                assertThat(tuple.<String>getField(i)).isEqualTo("v" + i);
            }
            Tuple copy = tuple.copy();
            assertThat(copy).isEqualTo(tuple).hasSameHashCodeAs(tuple);
            int outside = arity;
            assertThatThrownBy(() -> tuple.getField(outside))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> tuple.setField("x", outside))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void hashCodesAreThoseOfAListBegunWithTheFirstField() {
        // Where the state of a key lies depends on it.
        assertThat(Tuple2.of("a", 1L).hashCode()).isEqualTo(31 * "a".hashCode() + 1);
        assertThat(Tuple1.of(7).hashCode()).isEqualTo(7);
        assertThat(Tuple0.INSTANCE.hashCode()).isZero();
        assertThat(Tuple3.of(null, null, 5).hashCode()).isEqualTo(5);
    }

    @Test
    void textsShowFieldsAndArrays() {
        assertThat(Tuple2.of("a", new int[] {1, 2})).hasToString("(a,[1, 2])");
        assertThat(Tuple0.INSTANCE).hasToString("()");
    }

    @Test
    void aNullFieldIsNamed() {
        assertThatThrownBy(() -> Tuple2.of("a", null).getFieldNotNull(1))
                .isInstanceOf(NullFieldException.class)
                .hasMessageContaining("Field 1");
    }
}
