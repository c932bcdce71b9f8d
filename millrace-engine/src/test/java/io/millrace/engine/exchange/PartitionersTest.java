// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionersTest {

    private static List<Integer> channels(Partitioner partitioner, int records) {
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            chosen.add(partitioner.channel(i));
        }
        return chosen;
    }

    @Test
    void round_robin_goes_around_from_where_it_is_told_to_begin() {
        assertThat(channels(new Partitioner.RoundRobin(3, 2), 7))
                .containsExactly(2, 0, 1, 2, 0, 1, 2);
        assertThat(channels(new Partitioner.RoundRobin(2, 5), 3)).containsExactly(1, 0, 1);
    }

    @Test
    void global_knows_the_first_channel_only() {
        assertThat(channels(new Partitioner.Global(), 5)).containsOnly(0);
    }

    @Test
    void shuffle_gives_each_channel_its_share_and_the_same_seed_the_same_channels() {
        for (int channels = 2; channels <= 7; channels++) {
            int[] count = new int[channels];
            for (int channel : channels(new Partitioner.Shuffle(channels, 42), 7_000)) {
                count[channel]++;
            }
            assertThat(Arrays.stream(count))
                    .allMatch(c -> Math.abs(c - 7_000 / count.length) < 300);
        }
        List<Integer> one = channels(new Partitioner.Shuffle(4, 7), 100);
        assertThat(channels(new Partitioner.Shuffle(4, 7), 100)).isEqualTo(one);
        assertThat(channels(new Partitioner.Shuffle(4, 8), 100)).isNotEqualTo(one);
    }

    @Test
    void a_custom_partitioner_is_given_the_key_and_the_number_of_channels() {
        Partitioner partitioner =
                new CustomPartitioner(
                        (key, channels) -> (int) key % channels, v -> (int) v / 10, "count", 3);
        assertThat(channels(partitioner, 50)).startsWith(0, 0).contains(1, 2);
        assertThat(partitioner.channel(49)).isEqualTo(1);
    }

    @Test
    void an_answer_that_is_no_channel_is_refused_with_operator_key_and_number_of_channels() {
        for (int answer : new int[] {-1, 3, Integer.MAX_VALUE}) {
            Partitioner partitioner =
                    new CustomPartitioner((key, channels) -> answer, v -> "k" + v, "count", 3);
            assertThatThrownBy(() -> partitioner.channel(7))
                    .isInstanceOf(CustomPartitioner.PartitionFailure.class)
                    .hasMessageContainingAll(
                            "'count'", "'k7'", "answered " + answer, "3 channels", "0 to 2");
        }
    }

    @Test
    void what_partitioner_or_selector_throws_is_told_as_theirs() {
        Partitioner partitioner =
                new CustomPartitioner(
                        (key, channels) -> {
                            throw new IllegalStateException("no idea");
                        },
                        v -> v,
                        "count",
                        2);
        assertThatThrownBy(() -> partitioner.channel(7))
                .hasMessageContainingAll("partitioner", "'count'", "'7'", "2 channels")
                .hasRootCauseMessage("no idea");

        Partitioner selector =
                new CustomPartitioner(
                        (key, channels) -> 0,
                        v -> {
                            throw new java.io.IOException("no key in here");
                        },
                        "count",
                        2);
        assertThatThrownBy(() -> selector.channel(7))
                .hasMessageContainingAll("key selector", "'count'")
                .hasRootCauseMessage("no key in here");
    }
}
