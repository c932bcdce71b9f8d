// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointwiseTest {

    /** Which receivers each sender has. */
    private static List<List<Integer>> receivers(int senders, int receivers) {
        List<List<Integer>> all = new ArrayList<>();
        for (int s = 0; s < senders; s++) {
            List<Integer> mine = new ArrayList<>();
            for (int r = 0; r < receivers; r++) {
                if (Pointwise.connects(s, senders, r, receivers)) {
                    mine.add(r);
                }
            }
            all.add(mine);
        }
        return all;
    }

    @Test
    void subtasks_face_each_other_as_they_do_in_flink() {
        assertThat(receivers(3, 3)).isEqualTo(List.of(List.of(0), List.of(1), List.of(2)));
        assertThat(receivers(2, 4)).isEqualTo(List.of(List.of(0, 1), List.of(2, 3)));
        assertThat(receivers(2, 3)).isEqualTo(List.of(List.of(0, 1), List.of(2)));
        assertThat(receivers(4, 2))
                .isEqualTo(List.of(List.of(0), List.of(0), List.of(1), List.of(1)));
        assertThat(receivers(3, 2)).isEqualTo(List.of(List.of(0), List.of(1), List.of(1)));
        assertThat(receivers(1, 3)).isEqualTo(List.of(List.of(0, 1, 2)));
        assertThat(receivers(3, 1)).isEqualTo(List.of(List.of(0), List.of(0), List.of(0)));
    }

    @Test
    void everybody_has_somebody_and_one_of_a_pair_has_nobody_else() {
        for (int senders = 1; senders <= 17; senders++) {
            for (int receivers = 1; receivers <= 17; receivers++) {
                List<List<Integer>> all = receivers(senders, receivers);
                int channels = all.stream().mapToInt(List::size).sum();
                assertThat(all).noneMatch(List::isEmpty);
                assertThat(all.stream().flatMap(List::stream).distinct()).hasSize(receivers);
                assertThat(channels).isEqualTo(Math.max(senders, receivers));
                int most = all.stream().mapToInt(List::size).max().orElseThrow();
                int least = all.stream().mapToInt(List::size).min().orElseThrow();
                assertThat(most - least).isLessThanOrEqualTo(1);
            }
        }
    }
}
