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

/** The bursts are found here from each user's sorted failures. */
class LoginBurstsTest {

    @Test
    void burstsAreSessionsWithManyFailuresAndAGapOfTheirOwn() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<LoginBursts.Failure> failures = Run.numbered(700, LoginBursts.Failure::numbered);

        List<LoginBursts.Burst> bursts = Run.all(LoginBursts.bursts(env.fromData(failures)));

        Map<String, List<LoginBursts.Failure>> ofUser = new TreeMap<>();
        failures.forEach(
                failure ->
                        ofUser.computeIfAbsent(failure.user(), user -> new ArrayList<>())
                                .add(failure));
        List<LoginBursts.Burst> expected = new ArrayList<>();
        ofUser.forEach(
                (user, all) -> {
                    int first = 0;
                    for (int i = 1; i <= all.size(); i++) {
                        long gapMs = user.startsWith("admin") ? 60_000 : 10_000;
                        if (i == all.size()
                                || all.get(i).timeMs() - all.get(i - 1).timeMs() > gapMs) {
                            if (i - first >= LoginBursts.BURST) {
                                expected.add(
                                        new LoginBursts.Burst(
                                                user,
                                                i - first,
                                                all.get(first).timeMs(),
                                                all.get(i - 1).timeMs() + gapMs));
                            }
                            first = i;
                        }
                    }
                });
        assertThat(bursts).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(expected).hasSizeGreaterThan(10);
    }
}
