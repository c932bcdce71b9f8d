// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is suspicious is found here by looking at each card's payments two by two. */
class SmallThenLargeTest {

    @Test
    void justTheLargeOnesRightAfterASmallOneAreSuspicious() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<SmallThenLarge.Payment> payments =
                Run.numbered(2000, SmallThenLarge.Payment::numbered);

        List<SmallThenLarge.Payment> suspicious =
                Run.all(SmallThenLarge.suspicious(env.fromData(payments)));

        List<SmallThenLarge.Payment> expected = new ArrayList<>();
        Map<String, SmallThenLarge.Payment> last = new HashMap<>();
        for (SmallThenLarge.Payment payment : payments) {
            SmallThenLarge.Payment before = last.put(payment.card(), payment);
            if (before != null
                    && before.cents() < 100
                    && payment.cents() > 50_000
                    && payment.timeMs() - before.timeMs() < 60_000) {
                expected.add(payment);
            }
        }
        assertThat(suspicious).containsExactlyElementsOf(expected);
        assertThat(expected).hasSizeGreaterThan(10);
    }
}
