// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.LoopEnds.Act;
import io.millrace.engine.task.Flow;
import io.millrace.engine.task.TaskKey;
import io.millrace.engine.task.TaskListener;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a loop of two tasks has come to its end, as they tell it. */
class LoopEndsTest {

    private static final TaskKey HEAD = new TaskKey(1, 0, 0);
    private static final TaskKey BODY = new TaskKey(2, 0, 0);

    private LoopEnds ends = of(0);
    private long now = 1000;

    private static LoopEnds of(long maxWaitMs) {
        Set<TaskKey> tasks = new LinkedHashSet<>(List.of(HEAD, BODY));
        return new LoopEnds(tasks, maxWaitMs);
    }

    private static Flow flow(long sent, long processed) {
        return new Flow(sent, processed, true, true);
    }

    private void entered() {
        ends.told(HEAD, 0, new Flow(3, 1, true, false), now);
        ends.told(BODY, 0, new Flow(0, 0, true, true), now);
    }

    /** Waits until the tasks are asked, and has them answer. */
    private void wave(Flow head, Flow body) {
        now = Math.max(now, ends.nextWakeAtMs());
        assertThat(ends.next(now)).isEqualTo(Act.ASK);
        assertThat(ends.next(now)).isEqualTo(Act.WAIT);
        ends.told(HEAD, ends.question(), head, now);
        ends.told(BODY, ends.question(), body, now);
    }

    @Test
    void nobodyIsAskedWhileRecordsEnter() {
        assertThat(ends.next(now)).isEqualTo(Act.WAIT);
        ends.told(BODY, 0, flow(0, 0), now);

        assertThat(ends.next(now)).isEqualTo(Act.WAIT);
        assertThat(ends.nextWakeAtMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void twoEqualRoundsInWhichNothingIsOnItsWayAreQuiet() {
        entered();
        wave(flow(5, 4), flow(4, 5));
        assertThat(ends.next(now)).isEqualTo(Act.ASK);
        ends.told(HEAD, ends.question(), flow(5, 4), now);
        assertThat(ends.next(now)).as("one has not answered").isEqualTo(Act.WAIT);
        ends.told(BODY, ends.question(), flow(4, 5), now);

        assertThat(ends.next(now)).isEqualTo(Act.RELEASE);
    }

    @Test
    void eachStepNeedsQuietOfItsOwnAndTheLastIsTheEnd() {
        entered();
        for (Act step : List.of(Act.RELEASE, Act.CLOSE, Act.END)) {
            wave(flow(5, 4), flow(4, 5));
            wave(flow(5, 4), flow(4, 5));
            assertThat(ends.next(now)).isEqualTo(step);
        }

        assertThat(ends.next(now + 100_000)).isEqualTo(Act.WAIT);
        assertThat(ends.nextWakeAtMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatMovedBetweenTwoRoundsBeginsTheProofAnew() {
        entered();
        wave(flow(5, 4), flow(4, 5));
        wave(flow(6, 5), flow(5, 6)); // equal sums again, but something went round in between
        assertThat(ends.next(now)).isEqualTo(Act.ASK);
        ends.told(HEAD, ends.question(), flow(6, 5), now);
        ends.told(BODY, ends.question(), flow(5, 6), now);

        assertThat(ends.next(now)).isEqualTo(Act.RELEASE);
    }

    @Test
    void whatIsOnItsWayOrHeldIsNotQuietAndAskedForLessAndLessOften() {
        entered();
        List<Flow> heads = List.of(flow(6, 4), flow(6, 4), new Flow(5, 4, true, false), flow(6, 4));
        long before = 0;
        for (Flow head : heads) {
            wave(head, flow(4, 5));
            assertThat(ends.next(now)).isEqualTo(Act.WAIT);
            long pause = ends.nextWakeAtMs() - now;
            assertThat(pause).isGreaterThan(before);
            before = pause;
        }
    }

    @Test
    void aPauseIsNeverLongerThanTheLongest() {
        entered();
        for (int i = 0; i < 20; i++) {
            wave(flow(6, 4), flow(4, 5));
        }

        assertThat(ends.nextWakeAtMs() - now).isEqualTo(LoopEnds.LONGEST_PAUSE_MS);
    }

    @Test
    void quietMustLastAsLongAsTheLoopWaits() {
        ends = of(400);
        entered();
        long begin = now;
        Act act = Act.WAIT;
        while (act == Act.WAIT) {
            wave(flow(5, 4), flow(4, 5));
            long at = now;
            act = ends.nextWakeAtMs() <= at ? ends.next(at) : Act.WAIT;
        }

        assertThat(act).isEqualTo(Act.RELEASE);
        assertThat(now - begin).isBetween(400L, 400 + LoopEnds.LONGEST_PAUSE_MS);
    }

    @Test
    void answersToAnOlderQuestionSayNothing() {
        entered();
        wave(flow(5, 4), flow(4, 5));
        assertThat(ends.next(now)).isEqualTo(Act.ASK);
        Map<TaskKey, Flow> late = new LinkedHashMap<>();
        late.put(HEAD, flow(5, 4));
        late.put(BODY, flow(4, 5));
        late.forEach((task, flow) -> ends.told(task, ends.question() - 1, flow, now));

        assertThat(ends.next(now)).isEqualTo(Act.WAIT);
    }

    @Test
    void whoIsOverIsNotWaitedForAndHisLastWordsCount() {
        entered();
        assertThat(ends.next(now)).isEqualTo(Act.ASK);
        ends.told(BODY, 1, flow(4, 5), now);
        ends.told(HEAD, TaskListener.LAST_WORD, flow(5, 4), now);
        assertThat(ends.next(now)).isEqualTo(Act.ASK);
        ends.told(BODY, 2, flow(4, 5), now);

        assertThat(ends.next(now)).isEqualTo(Act.RELEASE);
        ends.told(BODY, TaskListener.LAST_WORD, flow(4, 5), now);
        assertThat(ends.next(now)).as("nobody is left").isEqualTo(Act.WAIT);
    }
}
