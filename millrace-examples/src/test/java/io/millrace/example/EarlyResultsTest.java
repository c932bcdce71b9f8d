// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each hundredth vote of an hour, and the end of it. */
class EarlyResultsTest {

    @Test
    void countsAreShownAtEachHundredthVoteAndAtTheEndOfTheHour() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<EarlyResults.Vote> votes = Run.numbered(2400, EarlyResults.Vote::numbered);

        List<EarlyResults.Count> counts = Run.all(EarlyResults.counts(env.fromData(votes)));

        List<EarlyResults.Count> expected = new ArrayList<>();
        Map<String, Long> ofHour = new TreeMap<>();
        for (EarlyResults.Vote vote : votes) {
            String hour = vote.party() + " " + vote.timeMs() / 3_600_000;
            long count = ofHour.merge(hour, 1L, Long::sum);
            if (count % EarlyResults.EACH == 0) {
                expected.add(new EarlyResults.Count(vote.party(), count));
            }
        }
        ofHour.forEach(
                (hour, count) ->
                        expected.add(
                                new EarlyResults.Count(
                                        hour.substring(0, hour.indexOf(' ')), count)));
        assertThat(counts).containsExactlyInAnyOrderElementsOf(expected);
    }
}
