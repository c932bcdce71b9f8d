// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each number leaves once. */
class DeduplicationTest {

    @Test
    void eachEventLeavesOnce() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<Deduplication.Event> events = Run.numbered(900, Deduplication.Event::numbered);

        List<Deduplication.Event> once = Run.all(Deduplication.once(env.fromData(events)));

        assertThat(once).containsExactlyInAnyOrderElementsOf(new LinkedHashSet<>(events));
        assertThat(once).hasSizeLessThan(events.size());
    }
}
