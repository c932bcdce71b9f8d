// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Case O09, sizes. */
class MemorySizeTest {

    @ParameterizedTest
    @CsvSource({
        "64mb, 67108864",
        "1g, 1073741824",
        "1024, 1024",
        "20 KB, 20480",
        "2 tebibytes, 2199023255552",
        "3b, 3"
    })
    void o09_reads_what_users_write(String text, long bytes) {
        assertThat(MemorySize.parse(text).getBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5g", "-1", "10 zb", "", "mb", "9223372036854775807 tb"})
    void o09_refuses_the_rest_and_repeats_it(String text) {
        assertThatThrownBy(() -> MemorySize.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 bytes", "20 kb", "32 mb", "1 gb", "1500 bytes"})
    void writes_in_the_greatest_unit_that_divides(String text) {
        assertThat(MemorySize.parse(text).toString()).isEqualTo(text);
    }

    @Test
    void takes_a_unit_for_text_without_one() {
        assertThat(MemorySize.parse("5", MemorySize.MemoryUnit.MEGA_BYTES))
                .isEqualTo(MemorySize.ofMebiBytes(5));
        assertThat(MemorySize.parse("5 kb", MemorySize.MemoryUnit.MEGA_BYTES).getBytes())
                .isEqualTo(5 * 1024);
    }

    @Test
    void counts() {
        MemorySize ten = new MemorySize(10);
        assertThat(ten.add(new MemorySize(5)).getBytes()).isEqualTo(15);
        assertThat(ten.multiply(0.25).getBytes()).isEqualTo(2);
        assertThat(ten.divide(4).getBytes()).isEqualTo(2);
        assertThatThrownBy(() -> ten.subtract(new MemorySize(11)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MemorySize.MAX_VALUE.multiply(2))
                .isInstanceOf(ArithmeticException.class);
    }
}
