// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyGroupsTest {

    @DisplayName("A03: keys of any hash code have a group from 0, the one Flink gives them")
    @Test
    void a03() {
        assertThat(KeyGroups.keyGroup(Integer.valueOf(-1).hashCode(), 128)).isEqualTo(80);
        assertThat(KeyGroups.keyGroup(Integer.valueOf(Integer.MIN_VALUE).hashCode(), 128))
                .isEqualTo(108);
        assertThat(KeyGroups.keyGroup(Integer.valueOf(Integer.MAX_VALUE).hashCode(), 128))
                .isEqualTo(62);
        assertThat(KeyGroups.keyGroup("a".hashCode(), 128)).isEqualTo(81);
        assertThat(KeyGroups.keyGroup("b".hashCode(), 128)).isEqualTo(22);
        assertThat(KeyGroups.keyGroup("".hashCode(), 128)).isEqualTo(94);
    }

    @DisplayName("A03: subtask = group * parallelism / 128")
    @ParameterizedTest
    @CsvSource({
        "0,1,0",
        "127,1,0",
        "63,2,0",
        "64,2,1",
        "42,3,0",
        "43,3,1",
        "127,128,127",
        "127,3,2"
    })
    void a03Subtask(int group, int parallelism, int subtask) {
        assertThat(KeyGroups.subtask(group, parallelism, 128)).isEqualTo(subtask);
    }

    @Test
    void every_group_is_in_range_and_in_exactly_the_range_of_its_subtask() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 300; round++) {
            int max = 1 + random.nextInt(1000);
            int parallelism = 1 + random.nextInt(max);
            int group = KeyGroups.keyGroup(random.nextInt(), max);
            assertThat(group).isBetween(0, max - 1);
            int owner = KeyGroups.subtask(group, parallelism, max);
            assertThat(owner).isBetween(0, parallelism - 1);
            for (int subtask = 0; subtask < parallelism; subtask++) {
                assertThat(KeyGroups.range(subtask, parallelism, max).contains(group))
                        .isEqualTo(subtask == owner);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,128", "85,128", "86,256", "171,256", "172,512", "22000,32768"})
    void the_default_maximum_is_one_and_a_half_times_rounded_up_within_bounds(
            int parallelism, int max) {
        assertThat(KeyGroups.defaultMaxParallelism(parallelism)).isEqualTo(max);
    }
}
