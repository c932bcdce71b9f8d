// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs from a file or a folder to a folder: lines in, lines out. */
@Timeout(60)
class EndsTest {

    @TempDir Path directory;

    @Test
    void eventsOfAFolderAreWrittenOnce() throws Exception {
        Path input = Files.createDirectory(directory.resolve("events"));
        Files.writeString(input.resolve("1.txt"), "1 one event\n2 another\n");
        Files.writeString(input.resolve("2.txt"), "2 another\n3 a third\n");

        Deduplication.main(arguments("--input", uri(input)));

        assertThat(written()).containsExactly("1 one event", "2 another", "3 a third");
    }

    @Test
    void theBestOfAnHourIsFoundInAFile() throws Exception {
        Path input =
                Files.writeString(
                        directory.resolve("tips.txt"),
                        """
                        ann 300 2026-03-01T10:01:00Z
                        bob 200 2026-03-01T10:15:00Z
                        bob 150 2026-03-01T10:59:59Z
                        ann 70 2026-03-01T11:00:00Z
                        zoe 70 2026-03-01T11:30:00Z
                        """);

        HourlyTips.main(arguments("--input", uri(input)));

        assertThat(written())
                .containsExactly(
                        "HourOfTips[driver=ann, cents=70, endOfHour=2026-03-01T12:00:00Z]",
                        "HourOfTips[driver=bob, cents=350, endOfHour=2026-03-01T11:00:00Z]");
    }

    @Test
    void spendingsAreHeldAgainstRules() throws Exception {
        Path input = Files.writeString(directory.resolve("in"), "ann 60\nbob 70\nann 50\n");
        Path rules = Files.writeString(directory.resolve("rules"), "low 65\nhigh 100\n");

        DynamicRules.main(arguments("--input", uri(input), "--rules", uri(rules)));

        assertThat(written())
                .containsExactly(
                        "Alert[account=ann, rule=high]",
                        "Alert[account=ann, rule=low]",
                        "Alert[account=bob, rule=low]");
    }

    @Test
    void ordersAreWaitedFor() throws Exception {
        Path input =
                Files.writeString(
                        directory.resolve("orders.txt"),
                        """
                        1 placed 2026-03-01T10:00:00Z
                        2 placed 2026-03-01T10:05:00Z
                        2 paid 2026-03-01T10:10:00Z
                        1 paid 2026-03-01T10:15:00Z
                        """);

        OrderTimeouts.main(arguments("--input", uri(input)));

        assertThat(written())
                .containsExactly("PaidOrder[order=2, after=PT5M]", "order 1 was not paid");
    }

    @Test
    void recordsAreMadeUpAtARate() throws Exception {
        long begin = System.nanoTime();

        Deduplication.main(arguments("--events", "60", "--per-second", "100"));

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isGreaterThan(Duration.ofMillis(400));
        assertThat(written())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 60)
                                .mapToObj(n -> Deduplication.Event.numbered(n).toString())
                                .distinct()
                                .toList());
    }

    @Test
    void anArgumentThatMeansNothingIsAMistake() {
        assertThatThrownBy(
                        () -> Deduplication.main(arguments("--input", "in", "--per-second", "10")))
                .hasMessageContaining("Nothing is known of [--per-second] here");
        assertThatThrownBy(() -> HourlyTips.main(arguments("--rules", "in")))
                .hasMessageContaining("Nothing is known of [--rules] here");
    }

    @Test
    void aLineThatIsNoneIsNamed() {
        assertThatThrownBy(() -> DynamicRules.Spending.parse("ann"))
                .hasMessage("Not an account and cents: ann");
        assertThatThrownBy(() -> DynamicRules.Rule.parse("low high"))
                .hasMessage("Not a rule's name and limit: low high");
        assertThatThrownBy(() -> Deduplication.Event.parse("x"))
                .hasMessage("Not a number and a text: x");
        assertThatThrownBy(() -> HourlyTips.Tip.parse("ann 3 today"))
                .hasMessage("Not a driver, cents and a time: ann 3 today");
        assertThatThrownBy(() -> OrderTimeouts.OrderEvent.parse("1 lost now"))
                .hasMessage("Not an order placed or paid: 1 lost now");
        assertThatThrownBy(() -> StockLevels.Movement.parse("bolts"))
                .hasMessage("Not an item and pieces: bolts");
    }

    private String[] arguments(String... some) {
        List<String> all = new ArrayList<>(List.of(some));
        all.add("--output");
        all.add(uri(directory.resolve("out")));
        return all.toArray(new String[0]);
    }

    private static String uri(Path path) {
        return path.toUri().toString();
    }

    private List<String> written() throws Exception {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            for (Path file : files.toList()) {
                assertThat(file.getFileName().toString()).doesNotStartWith(".");
                lines.addAll(Files.readAllLines(file));
            }
        }
        lines.sort(null);
        return lines;
    }
}
