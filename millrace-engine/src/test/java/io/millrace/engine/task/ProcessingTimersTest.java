// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProcessingTimersTest {

    private long wallMs = 10_000;
    private long steadyMs = 77;
    private final List<Long> called = new ArrayList<>();
    private final ProcessingTimers timers =
            new ProcessingTimers(
                    new Clock() {
                        @Override
                        public long millis() {
                            return wallMs;
                        }

                        @Override
                        public long nanos() {
                            return steadyMs * 1_000_000;
                        }
                    });

    private ProcessingTimeCallback.Registration at(long ms) {
        return timers.add(ms, "op", null, called::add);
    }

    private void pass(long ms) {
        wallMs += ms;
        steadyMs += ms;
    }

    private List<Long> fired() {
        timers.fire();
        List<Long> all = List.copyOf(called);
        called.clear();
        return all;
    }

    @Test
    void callsInOrderWhatTheWallClockHasPassed() {
        at(10_300);
        at(10_100);
        at(10_200).cancel();
        assertThat(timers.nextMs()).isEqualTo(10_101);
        assertThat(fired()).isEmpty();
        pass(300);
        assertThat(fired()).containsExactly(10_100L);
        pass(1);
        assertThat(fired()).containsExactly(10_300L);
        assertThat(timers.nextMs()).isEqualTo(Long.MAX_VALUE);
        pass(10_000);
        assertThat(fired()).isEmpty();
    }

    @Test
    void whatACallAddsWaitsForTheNextTurn() {
        timers.add(9_999, "op", null, reached -> at(9_000));
        assertThat(fired()).isEmpty();
        assertThat(fired()).containsExactly(9_000L);
    }

    @Test
    @DisplayName("T17: a wall clock that is set back by an hour delays nothing by an hour")
    void aClockSetBackDelaysNothingForLong() {
        at(10_499);
        at(10_999);
        wallMs -= 3_600_000;
        at(wallMs + 199);
        pass(200);
        assertThat(fired()).containsExactly(6_400_000L + 10_199 - 10_000_000);
        pass(1_299);
        assertThat(fired()).isEmpty();
        assertThat(timers.nextMs()).isEqualTo(wallMs + 1);
        pass(1);
        assertThat(fired()).containsExactly(10_499L);
        pass(500);
        assertThat(fired()).containsExactly(10_999L);
        assertThat(timers.nextMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aClockSetForwardHastensWhatItPasses() {
        at(14_999);
        wallMs += 5_000;
        assertThat(fired()).containsExactly(14_999L);
    }

    @Test
    void theFarthestTimeIsWaitedForWithoutOverflow() {
        at(Long.MAX_VALUE);
        at(Long.MIN_VALUE);
        assertThat(fired()).containsExactly(Long.MIN_VALUE);
        assertThat(timers.nextMs()).isEqualTo(Long.MAX_VALUE);
        wallMs = Long.MIN_VALUE / 2;
        assertThat(fired()).isEmpty();
    }
}
