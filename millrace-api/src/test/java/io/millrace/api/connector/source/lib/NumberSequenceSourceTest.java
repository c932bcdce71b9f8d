// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.lib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.connector.source.FakeSourceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NumberSequenceSourceTest {

    @Test
    void everyNumberComesOnceAcrossReadersAndARestart() throws Exception {
        FakeSourceContext<Long, ?, ?> job =
                new FakeSourceContext<>(new NumberSequenceSource(-3, 20), 3);
        job.poll(0, 4);
        job.restart();
        job.poll(2, 5);
        job.restart();
        for (int i = 0; i < 3; i++) {
            assertThat(job.poll(i, 100)).isTrue();
        }

        List<Long> all = new ArrayList<>();
        job.emitted.values().forEach(all::addAll);
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(-3, 20).boxed().collect(Collectors.toList()));
        job.emitted.values().forEach(numbers -> assertThat(numbers).isSorted());
    }

    @Test
    void fewerNumbersThanReadersLeaveSomeWithoutWork() throws Exception {
        FakeSourceContext<Long, ?, ?> job =
                new FakeSourceContext<>(new NumberSequenceSource(5, 5), 4);
        int emitted = 0;
        for (int i = 0; i < 4; i++) {
            assertThat(job.poll(i, 10)).isTrue();
            emitted += job.emitted.get(i).size();
        }
        assertThat(emitted).isEqualTo(1);
    }

    @Test
    void theWholeRangeOfLongsCanBeCut() {
        List<NumberSequenceSource.NumberSequenceSplit> splits =
                new NumberSequenceSource(Long.MIN_VALUE, Long.MAX_VALUE)
                        .splitNumberRange(Long.MIN_VALUE, Long.MAX_VALUE, 3);

        assertThat(splits.get(0).from()).isEqualTo(Long.MIN_VALUE);
        assertThat(splits.get(1).from()).isEqualTo(splits.get(0).to() + 1);
        assertThat(splits.get(2).from()).isEqualTo(splits.get(1).to() + 1);
        assertThat(splits.get(2).to()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aSequenceThatEndsBeforeItBeginsIsRefused() {
        assertThatThrownBy(() -> new NumberSequenceSource(2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 2 to 1");
    }
}
