// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberSequenceIteratorTest {

    @Test
    void counts_both_ends() {
        assertThat(all(new NumberSequenceIterator(3, 5))).containsExactly(3L, 4L, 5L);
        assertThat(all(new NumberSequenceIterator(Long.MAX_VALUE, Long.MAX_VALUE)))
                .containsExactly(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 20})
    void is_cut_without_loss_or_overlap(int parts) {
        List<Long> joined = new ArrayList<>();
        for (NumberSequenceIterator part : new NumberSequenceIterator(-3, 9).split(parts)) {
            joined.addAll(all(part));
        }
        assertThat(joined).containsExactlyElementsOf(all(new NumberSequenceIterator(-3, 9)));
    }

    @Test
    void is_cut_over_the_whole_range_of_long() {
        NumberSequenceIterator[] parts =
                new NumberSequenceIterator(Long.MIN_VALUE, Long.MAX_VALUE).split(3);
        assertThat(parts[0].getCurrent()).isEqualTo(Long.MIN_VALUE);
        assertThat(parts[1].getCurrent()).isEqualTo(parts[0].getTo() + 1);
        assertThat(parts[2].getTo()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void refuses_to_count_backwards() {
        assertThatThrownBy(() -> new NumberSequenceIterator(2, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Long> all(NumberSequenceIterator numbers) {
        List<Long> list = new ArrayList<>();
        numbers.forEachRemaining(list::add);
        return list;
    }
}
