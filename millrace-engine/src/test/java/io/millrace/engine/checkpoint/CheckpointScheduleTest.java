// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.checkpoint.CheckpointSchedule.Answer;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointScheduleTest {

    @ParameterizedTest
    @CsvSource({"100, 0, 100", "100, 30, 100", "50, 400, 400", "1, 0, 1"})
    void firstTickComesAfterTheLongerOfIntervalAndPause(long interval, long pause, long first) {
        CheckpointSchedule schedule = new CheckpointSchedule(interval, pause);
        schedule.start(7);
        assertThat(schedule.ask(7 + first - 1, true)).isEqualTo(Answer.NOT_DUE);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(7 + first);
        assertThat(schedule.ask(7 + first, true)).isEqualTo(Answer.DUE);
    }

    @Test
    void lateTicksAreAnsweredOnceAndTheRateStaysFixed() {
        CheckpointSchedule schedule = new CheckpointSchedule(100, 0);
        schedule.start(0);
        assertThat(schedule.ask(350, true)).isEqualTo(Answer.DUE);
        assertThat(schedule.ask(350, true)).isEqualTo(Answer.NOT_DUE);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(400);
    }

    @Test
    void oneTickIsKeptWhileTheSlotIsFull() {
        CheckpointSchedule schedule = new CheckpointSchedule(100, 0);
        schedule.start(0);
        assertThat(schedule.ask(100, false)).isEqualTo(Answer.SLOT_FULL);
        assertThat(schedule.askAgainAtMs(false)).isEqualTo(CheckpointSchedule.NEVER);
        assertThat(schedule.ask(250, false)).isEqualTo(Answer.SLOT_FULL);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(Long.MIN_VALUE);
        assertThat(schedule.ask(260, true)).isEqualTo(Answer.DUE);
        assertThat(schedule.ask(260, true)).isEqualTo(Answer.NOT_DUE);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(300);
    }

    @Test
    void tickInThePauseIsDroppedAndTheRateBeginsAnewAtItsEnd() {
        CheckpointSchedule schedule = new CheckpointSchedule(100, 80);
        schedule.start(0);
        assertThat(schedule.ask(100, true)).isEqualTo(Answer.DUE);
        schedule.attemptEnded(150);
        assertThat(schedule.ask(200, true)).isEqualTo(Answer.PAUSE);
        assertThat(schedule.ask(229, true)).isEqualTo(Answer.NOT_DUE);
        assertThat(schedule.ask(230, true)).isEqualTo(Answer.DUE);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(330);
    }

    @Test
    void nothingIsDueWithoutAnIntervalOrWhenStopped() {
        CheckpointSchedule never = new CheckpointSchedule(0, 50);
        never.start(0);
        assertThat(never.ask(1_000_000, true)).isEqualTo(Answer.NOT_DUE);
        assertThat(never.askAgainAtMs(true)).isEqualTo(CheckpointSchedule.NEVER);

        CheckpointSchedule stopped = new CheckpointSchedule(10, 0);
        stopped.start(0);
        assertThat(stopped.ask(10, false)).isEqualTo(Answer.SLOT_FULL);
        stopped.stop();
        assertThat(stopped.ask(100, true)).isEqualTo(Answer.NOT_DUE);
        assertThat(stopped.askAgainAtMs(true)).isEqualTo(CheckpointSchedule.NEVER);
    }

    @Test
    @DisplayName(
            "CK-9: while a source is behind its input, ticks come in another rhythm, or not at all")
    void theRhythmMayChange() {
        CheckpointSchedule schedule = new CheckpointSchedule(100, 0);
        schedule.changeInterval(0, 0);
        schedule.start(0);
        assertThat(schedule.ask(1_000_000, true)).isEqualTo(Answer.NOT_DUE);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(CheckpointSchedule.NEVER);

        schedule.changeInterval(100, 1_000_000);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(1_000_100);
        assertThat(schedule.ask(1_000_100, true)).isEqualTo(Answer.DUE);

        schedule.changeInterval(500, 1_000_150);
        assertThat(schedule.ask(1_000_200, true)).isEqualTo(Answer.DUE);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(1_000_700);
        assertThat(schedule.ask(1_000_700, false)).isEqualTo(Answer.SLOT_FULL);

        schedule.changeInterval(0, 1_000_701); // the kept tick is forgotten
        assertThat(schedule.ask(2_000_000, true)).isEqualTo(Answer.NOT_DUE);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(CheckpointSchedule.NEVER);
    }

    @Test
    void thePauseHoldsInAnyRhythm() {
        CheckpointSchedule schedule = new CheckpointSchedule(10, 80);
        schedule.start(0);
        schedule.changeInterval(20, 5); // as long as the pause, as before
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(80);
        schedule.changeInterval(200, 5);
        assertThat(schedule.ask(80, true)).isEqualTo(Answer.DUE);
        schedule.attemptEnded(270);
        assertThat(schedule.ask(280, true)).isEqualTo(Answer.PAUSE);
        assertThat(schedule.ask(350, true)).isEqualTo(Answer.DUE);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(550);
    }

    @Test
    void aPauseOfAgesDoesNotOverflow() {
        CheckpointSchedule schedule = new CheckpointSchedule(10, Long.MAX_VALUE);
        schedule.start(1000);
        assertThat(schedule.ask(Long.MAX_VALUE - 1, true)).isEqualTo(Answer.NOT_DUE);
        assertThat(schedule.askAgainAtMs(true)).isEqualTo(CheckpointSchedule.NEVER);
    }

    /**
     * Walks at random through asking, ending attempts and requested attempts, and holds what was
     * answered against the rules themselves.
     */
    @Test
    void everyWalkKeepsTheRules() {
        for (long seed = 0; seed < 1_000; seed++) {
            try {
                walk(seed);
            } catch (AssertionError e) {
                throw new AssertionError("walk(" + seed + "L) breaks a rule", e);
            }
        }
    }

    private static void walk(long seed) {
        Random random = new Random(seed);
        long interval = 1L + random.nextInt(100);
        long pause = random.nextBoolean() ? 0 : 1L + random.nextInt(200);
        long period = Math.max(interval, pause);
        int slots = pause > 0 ? 1 : 1 + random.nextInt(3);
        CheckpointSchedule schedule = new CheckpointSchedule(interval, pause);
        long nowMs = random.nextInt(1000);
        long startedAtMs = nowMs;
        schedule.start(nowMs);

        int open = 0;
        long lastEndMs = Long.MIN_VALUE / 2;
        long started = 0;
        for (int step = 0; step < 200; step++) {
            long askAt = schedule.askAgainAtMs(open < slots);
            switch (random.nextInt(4)) {
                case 0 -> nowMs += random.nextInt(30);
                case 1 ->
                        nowMs = Math.max(nowMs, askAt == CheckpointSchedule.NEVER ? nowMs : askAt);
                case 2 -> {
                    if (open > 0) {
                        open--;
                        lastEndMs = nowMs;
                        schedule.attemptEnded(nowMs);
                    }
                }
                default -> {
                    if (open < slots) {
                        open++; // Somebody asked for one; the schedule is not told.
                    }
                }
            }
            askAt = schedule.askAgainAtMs(open < slots);
            Answer answer = schedule.ask(nowMs, open < slots);
            if (nowMs < askAt) {
                assertThat(answer)
                        .as("asked before the time it named")
                        .isIn(Answer.NOT_DUE, Answer.SLOT_FULL);
            }
            switch (answer) {
                case DUE -> {
                    assertThat(nowMs)
                            .as("first after a period")
                            .isGreaterThanOrEqualTo(startedAtMs + period);
                    assertThat(nowMs).as("pause").isGreaterThanOrEqualTo(lastEndMs + pause);
                    assertThat(open).as("slots").isLessThan(slots);
                    open++;
                    started++;
                }
                case PAUSE -> {
                    assertThat(nowMs).isLessThan(lastEndMs + pause);
                    assertThat(schedule.askAgainAtMs(true)).isEqualTo(lastEndMs + pause);
                }
                case SLOT_FULL -> assertThat(open).isEqualTo(slots);
                case NOT_DUE ->
                        assertThat(schedule.askAgainAtMs(true))
                                .as("at most one period, or the pause, ahead")
                                .isLessThanOrEqualTo(Math.max(nowMs + period, lastEndMs + pause));
            }
            assertThat(started)
                    .as("no more than one per period, and the one that was kept")
                    .isLessThanOrEqualTo((nowMs - startedAtMs) / period + 1);
        }
    }
}
