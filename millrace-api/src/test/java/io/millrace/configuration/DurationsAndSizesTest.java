// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
        "CF-5: options of durations and sizes are read as users write them, and nothing else is")
class DurationsAndSizesTest {

    private static final ConfigOption<Duration> WAIT =
            ConfigOptions.key("my.wait").durationType().noDefaultValue();
    private static final ConfigOption<MemorySize> ROOM =
            ConfigOptions.key("my.room").memoryType().noDefaultValue();

    private static Configuration set(String key, String value) {
        Configuration configuration = new Configuration();
        configuration.setString(key, value);
        return configuration;
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "10,10",
                "10 s,10000",
                "1m,60000",
                "2h,7200000",
                "1 d,86400000",
                "500 ms,500",
                " 7 s ,7000",
                "0,0",
                "3 MIN,180000",
                "4 Seconds,4000"
            })
    void durations(String text, long millis) {
        assertThat(set("my.wait", text).get(WAIT)).hasMillis(millis);
    }

    @ParameterizedTest
    @CsvSource({
        "64mb, 67108864",
        "1g, 1073741824",
        "1024, 1024",
        "0, 0",
        "3 KB, 3072",
        "2 bytes, 2",
        "1 tb, 1099511627776"
    })
    void sizes(String text, long bytes) {
        assertThat(set("my.room", text).get(ROOM).getBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.5 s",
                "-1 s",
                "10 parsecs",
                "",
                "s",
                "10 s 5 ms",
                "9223372036854775807 d"
            })
    void whatIsNoDurationIsRefusedAndRepeated(String text) {
        assertThatThrownBy(() -> set("my.wait", text).get(WAIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'my.wait'", "'" + text + "'", "Accepted is", "ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5g", "-1", "10 zb", "", "mb", "9999999999 tb"})
    void whatIsNoSizeIsRefusedAndRepeated(String text) {
        assertThatThrownBy(() -> set("my.room", text).get(ROOM))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'my.room'", "'" + text + "'", "Accepted is", "mb");
    }

    @Test
    void whichUnitsThereAreIsSaidOnce() {
        assertThatThrownBy(() -> set("my.wait", "soon").get(WAIT))
                .message()
                .containsOnlyOnce("d, h, min, s, ms, us and ns")
                .doesNotContain("nanoseconds")
                .endsWith("Accepted is a whole number, 0 or more, and a unit, as '10 s'.");
        assertThatThrownBy(() -> set("my.room", "much").get(ROOM))
                .message()
                .containsOnlyOnce("kibibytes")
                .endsWith("Accepted is a whole number, 0 or more, and a unit, as '64 mb'.");
    }
}
