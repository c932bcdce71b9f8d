// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Case O09, durations. */
class TimeUtilsTest {

    @ParameterizedTest(name = "O09: the duration ''{0}'' is read as {1}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "10, PT0.01S",
                "10 s, PT10S",
                "1m, PT1M",
                "2h, PT2H",
                "1 d, PT24H",
                "500 ms, PT0.5S",
                "\" 7 s \", PT7S",
                "3us, PT0.000003S",
                "3 ns, PT0.000000003S",
                "0, PT0S",
                "5 Minutes, PT5M"
            })
    void o09_reads_what_users_write(String text, Duration expected) {
        assertThat(TimeUtils.parseDuration(text)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "O09: the duration ''{0}'' is refused, and repeated")
    @ValueSource(
            strings = {
                "1.5 s",
                "-1 s",
                "10 parsecs",
                "",
                "   ",
                "s",
                "99999999999999999999 s",
                "9223372036854775807 d",
                "10 s s"
            })
    void o09_refuses_the_rest_and_repeats_it(String text) {
        assertThatThrownBy(() -> TimeUtils.parseDuration(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 d", "36 h", "10 min", "90 s", "1500 ms", "7 us", "1 ns", "0 ms"})
    void writes_in_the_greatest_unit_that_divides(String text) {
        assertThat(TimeUtils.formatWithHighestUnit(TimeUtils.parseDuration(text))).isEqualTo(text);
    }
}
