// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.chain.WatermarkBoard;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("T27: who holds event time back is found out")
class SilenceWatchTest {

    private static final long FIVE_SECONDS = TimeUnit.SECONDS.toNanos(5);

    private final FakeContext context = new FakeContext();
    private final WatermarkBoard board = context.watermarks;

    private WatermarkBoard.Entry made() {
        return board.join(context, null, false);
    }

    private WatermarkBoard.Entry ofProgram() {
        return board.join(context, null, true);
    }

    private List<WatermarkBoard.Entry> silent() {
        return board.silent(context.clock, FIVE_SECONDS);
    }

    private void passSeconds(long seconds) {
        context.clock.millis += 1_000 * seconds;
    }

    @Test
    void whoSaysNothingWhileOthersDoIsSilentAfterAWhile() {
        WatermarkBoard.Entry speaking = made();
        WatermarkBoard.Entry silent = made();
        speaking.watermark(5);
        passSeconds(4);
        assertThat(silent()).isEmpty();
        passSeconds(1);
        assertThat(silent()).containsExactly(silent);
        silent.watermark(1);
        assertThat(silent()).isEmpty();
    }

    @Test
    void whoIsIdleOrHasEndedIsNotSilent() {
        made().watermark(5);
        WatermarkBoard.Entry idle = made();
        WatermarkBoard.Entry ended = made();
        idle.resting(true);
        ended.end();
        passSeconds(9);
        assertThat(silent()).isEmpty();
    }

    @Test
    void whereNobodyHasSeenATimestampNobodyIsMissed() {
        WatermarkBoard.Entry one = made();
        WatermarkBoard.Entry other = made();
        passSeconds(9);
        assertThat(silent()).isEmpty();
        one.sawTimestamp(); // but no watermark: another split of it may hold it back
        assertThat(silent()).containsExactly(one, other);
    }

    @Test
    void aSourceOfTheOlderKindIsMissedOnlyWhereAnotherSubtaskOfItSpeaks() {
        FakeContext other = new FakeContext();
        other.operatorName = "other";
        WatermarkBoard.Entry assigned = board.join(other, null, false);
        WatermarkBoard.Entry older = ofProgram();
        WatermarkBoard.Entry itsOther = ofProgram();
        assigned.watermark(1);
        passSeconds(9);
        assertThat(silent()).isEmpty();
        older.watermark(1);
        assertThat(silent()).containsExactly(itsOther);
    }

    @Test
    void oneTellsForAll() {
        assertThat(board.mayTell()).isTrue();
        assertThat(board.mayTell()).isFalse();
    }

    @Test
    void aWatchStopsLookingOnceItsSubtaskHasSpoken() throws Exception {
        SilenceWatch watch = new SilenceWatch(context, null, false, List::of);
        context.advanceTo(7_000);
        assertThat(context.scheduled).hasSize(1);
        watch.entry().watermark(3);
        context.advanceTo(10_000);
        assertThat(context.scheduled).isEmpty();
    }
}
