// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The sessions are cut here from each visitor's sorted clicks. */
class SessionsTest {

    private static final long GAP_MS = 1_800_000;

    @Test
    void sessionsAreCutWhereNobodyClickedForHalfAnHour() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<Sessions.Click> clicks = Run.numbered(1000, Sessions.Click::numbered);

        assertThat(Run.all(Sessions.sessions(env.fromData(clicks))))
                .containsExactlyInAnyOrderElementsOf(cut(clicks));
    }

    @Test
    void sessionsOfARealLogAreThoseCountedElsewhere() throws Exception {
        String folder = System.getProperty("millrace.data", "");
        Assumptions.assumeFalse(folder.isBlank(), "millrace.data names no folder");
        Path log = Path.of(folder, "access.log");
        StreamExecutionEnvironment env = Run.environment(2);
        List<Sessions.Click> clicks;
        try (Stream<String> lines = Files.lines(log)) {
            clicks =
                    lines.map(
                                    line ->
                                            new Sessions.Click(
                                                    line.substring(0, line.indexOf(' ')),
                                                    StatusPerHour.Request.parse(line).timeMs()))
                            .toList();
        }

        List<String> sessions =
                Run.all(Sessions.sessions(env.fromData(clicks))).stream()
                        .map(
                                session ->
                                        session.visitor()
                                                + "\t"
                                                + session.startMs()
                                                + "\t"
                                                + session.endMs()
                                                + "\t"
                                                + session.clicks())
                        .sorted()
                        .toList();

        assertThat(sessions)
                .containsExactlyElementsOf(
                        Files.readAllLines(log.resolveSibling("expected/sessions_30min.tsv"))
                                .stream()
                                .sorted()
                                .toList());
    }

    private static List<Sessions.Session> cut(List<Sessions.Click> clicks) {
        Map<String, List<Long>> times = new TreeMap<>();
        clicks.forEach(
                click ->
                        times.computeIfAbsent(click.visitor(), visitor -> new ArrayList<>())
                                .add(click.timeMs()));
        List<Sessions.Session> sessions = new ArrayList<>();
        times.forEach(
                (visitor, all) -> {
                    Collections.sort(all);
                    int first = 0;
                    for (int i = 1; i <= all.size(); i++) {
                        if (i == all.size() || all.get(i) - all.get(i - 1) > GAP_MS) {
                            sessions.add(
                                    new Sessions.Session(
                                            visitor,
                                            all.get(first),
                                            all.get(i - 1) + GAP_MS,
                                            i - first));
                            first = i;
                        }
                    }
                });
        return sessions;
    }
}
