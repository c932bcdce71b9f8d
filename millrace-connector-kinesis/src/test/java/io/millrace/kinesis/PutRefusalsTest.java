// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PutRefusalsTest {

    private final AtomicLong nanos = new AtomicLong(-5); // may be negative
    private final PutRefusals refusals = new PutRefusals(nanos::get);

    private void pass(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void theFirstRefusalIsSaidAndThenOneAMinuteWithTheNumberOfAll() {
        refusals.refused(7);
        assertThat(refusals.toSay()).isEmpty();
        pass(30);
        refusals.refused(8);
        assertThat(refusals.toSay()).isNull();
        refusals.taken(); // each success would make the next refusal a first one
        refusals.refused(9);
        assertThat(refusals.toSay()).isNull();
        pass(30);
        refusals.refused(10);
        assertThat(refusals.toSay()).contains("27 records of 3 requests");
        pass(60);
        refusals.refused(11);
        assertThat(refusals.toSay()).isEmpty();
    }

    @Test
    void whatIsTakenBetweenRefusalsKeepsPatienceFromEnding() {
        refusals.refused(1);
        pass(119);
        refusals.refused(1);
        assertThat(refusals.isTooMuch()).isFalse();
        refusals.taken();
        pass(119);
        refusals.refused(1);
        assertThat(refusals.isTooMuch()).isFalse();
        pass(121);
        refusals.refused(1);
        assertThat(refusals.isTooMuch()).isTrue();
        assertThat(refusals.lasting()).isEqualTo(Duration.ofSeconds(121));
    }
}
