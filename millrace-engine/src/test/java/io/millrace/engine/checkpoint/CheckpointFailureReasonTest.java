// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.checkpoint.CheckpointDecision.Abort;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("CK-41, CK-42: reasons, what counts, and what is worth a warning")
class CheckpointFailureReasonTest {

    private static final Set<CheckpointFailureReason> COUNTED =
            EnumSet.of(
                    CheckpointFailureReason.SYNC_FAILURE,
                    CheckpointFailureReason.ASYNC_FAILURE,
                    CheckpointFailureReason.COORDINATOR_FAILURE,
                    CheckpointFailureReason.DECLINED,
                    CheckpointFailureReason.MANIFEST_FAILURE);

    @ParameterizedTest
    @EnumSource(CheckpointFailureReason.class)
    void countsIfSomebodyFailed(CheckpointFailureReason reason) {
        assertThat(reason.counts(false)).isEqualTo(COUNTED.contains(reason));
        assertThat(reason.counts(true))
                .isEqualTo(COUNTED.contains(reason) || reason == CheckpointFailureReason.EXPIRED);
    }

    @ParameterizedTest
    @EnumSource(CheckpointFailureReason.class)
    void isTroubleIfItCountsOrStaysAsItIs(CheckpointFailureReason reason) {
        assertThat(reason.isTrouble())
                .isEqualTo(
                        COUNTED.contains(reason)
                                || reason == CheckpointFailureReason.EXPIRED
                                || reason == CheckpointFailureReason.UNION_STATE_PARTLY_FINISHED);
    }

    @ParameterizedTest
    @EnumSource(CheckpointFailureReason.class)
    void theLineSaysItInHalfASentence(CheckpointFailureReason reason) {
        assertThat(reason.text()).matches("[a-z].*[^.]");
        Abort abort =
                new Abort(
                        7,
                        CheckpointKind.PERIODIC,
                        null,
                        reason,
                        new SubtaskKey(1, 2),
                        "count",
                        "counter",
                        new IllegalStateException("why"),
                        true,
                        1,
                        3,
                        15,
                        List.of("subtask 4 of 'sink'"),
                        0,
                        List.of(),
                        List.of());
        assertThat(abort.logLine())
                .isEqualTo(
                        "Checkpoint 7 was given up after 15 ms because "
                                + reason.text()
                                + ": operator 'counter' of subtask 2 of 'count'"
                                + " (java.lang.IllegalStateException: why)"
                                + (reason == CheckpointFailureReason.EXPIRED
                                        ? "; no answer from: subtask 4 of 'sink'"
                                        : "")
                                + "; 1 of 3 tolerable failures in a row.");
    }

    @Test
    void aFailureThatDoesNotCountSaysSoAndWhereTheCountStands() {
        Abort abort =
                new Abort(
                        8,
                        CheckpointKind.PERIODIC,
                        null,
                        CheckpointFailureReason.SUBSUMED,
                        null,
                        null,
                        null,
                        null,
                        false,
                        2,
                        3,
                        15,
                        List.of(),
                        9,
                        List.of(),
                        List.of());
        assertThat(abort.logLine())
                .isEqualTo(
                        "Checkpoint 8 was given up after 15 ms because a newer checkpoint is complete;"
                                + " not counted, 2 of 3 tolerable failures in a row.");
    }
}
