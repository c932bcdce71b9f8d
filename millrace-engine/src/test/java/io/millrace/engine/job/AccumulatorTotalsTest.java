// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.accumulators.Accumulator;
import io.millrace.api.common.accumulators.IntCounter;
import io.millrace.api.common.accumulators.LongCounter;
import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.chain.Accumulators;
import io.millrace.util.OptionalFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccumulatorTotalsTest {

    private final List<AccumulatorValue> values = new ArrayList<>();

    /** Can be neither merged nor, where told so, copied. */
    private static final class Broken extends IntCounter {
        private static final long serialVersionUID = 1L;
        private final boolean copies;

        Broken(boolean copies) {
            this.copies = copies;
        }

        @Override
        public void merge(Accumulator<Integer, Integer> other) {
            throw new IllegalStateException("can't add up");
        }

        @Override
        public IntCounter clone() {
            if (copies) {
                return new Broken(true);
            }
            throw new StackOverflowError("can't be copied");
        }
    }

    private void counted(String operator, String name, Accumulator<?, ?> accumulator) {
        Accumulators of = new Accumulators(operator);
        of.add(name, accumulator);
        of.copyTo(values::add);
    }

    @Test
    void what_was_copied_is_neither_changed_by_later_additions_nor_by_the_sum() {
        Accumulators of = new Accumulators("op");
        IntCounter counter = of.get("n", IntCounter.class, IntCounter::new);
        counter.add(3);
        of.copyTo(values::add);
        counter.add(100);
        counted("op", "n", new IntCounter(4));

        for (int twice = 0; twice < 2; twice++) {
            assertThat(AccumulatorTotals.of(values).get("n").getUnchecked()).isEqualTo(7);
        }
    }

    @Test
    void each_name_fails_by_itself() {
        counted("a", "kinds", new IntCounter());
        counted("b", "kinds", new LongCounter());
        counted("a", "merge", new Broken(true));
        counted("b", "merge", new Broken(true));
        counted("a", "copy", new Broken(false));
        counted("a", "fine", new IntCounter(1));

        Map<String, OptionalFailure<Object>> totals = AccumulatorTotals.of(values);

        assertThat(totals.get("fine").getUnchecked()).isEqualTo(1);
        assertThat(totals.get("kinds").getFailureCause())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'a' it is a " + IntCounter.class.getName())
                .hasMessageContaining("'b' a " + LongCounter.class.getName());
        assertThat(totals.get("merge").getFailureCause()).hasMessage("can't add up");
        assertThat(totals.get("copy").getFailureCause())
                .hasMessageContaining("'copy' of operator 'a'")
                .hasMessageContaining("can't be copied");
    }

    @Test
    void a_name_is_taken_once_and_keeps_its_kind() {
        Accumulators of = new Accumulators("op");
        of.add("n", new IntCounter());

        assertThatThrownBy(() -> of.add("n", new IntCounter()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'n'")
                .hasMessageContaining("'op'");
        assertThatThrownBy(() -> of.get("n", LongCounter.class, LongCounter::new))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("IntCounter")
                .hasMessageContaining("LongCounter");
        assertThat(of.get("other")).isNull();
    }
}
