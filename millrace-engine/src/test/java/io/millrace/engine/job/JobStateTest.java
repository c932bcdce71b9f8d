// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.JobStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JobStateTest {

    @ParameterizedTest
    @EnumSource(JobState.class)
    void everyMoveIsEitherInTheTableOrThrowsWithBothNames(JobState from) {
        for (JobState to : JobState.values()) {
            if (from.next().contains(to)) {
                assertThat(from.moveTo(to)).isEqualTo(to);
            } else {
                assertThatThrownBy(() -> from.moveTo(to))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("from " + from + " to " + to);
            }
        }
    }

    @Test
    void allStatesAreReachedAndAnEndIsReachedFromEach() {
        assertThat(reachedFrom(JobState.CREATED)).containsExactlyInAnyOrder(JobState.values());
        for (JobState state : JobState.values()) {
            assertThat(reachedFrom(state)).as("from %s", state).anyMatch(JobState::isTerminal);
        }
    }

    private static Set<JobState> reachedFrom(JobState start) {
        Set<JobState> reached = EnumSet.of(start);
        Deque<JobState> toVisit = new ArrayDeque<>(reached);
        while (!toVisit.isEmpty()) {
            for (JobState next : toVisit.pop().next()) {
                if (reached.add(next)) {
                    toVisit.push(next);
                }
            }
        }
        return reached;
    }

    @ParameterizedTest
    @CsvSource({
        "CREATED, CREATED, false",
        "RUNNING, RUNNING, false",
        "RESTARTING, RESTARTING, false",
        "FAILING, FAILING, false",
        "FAILED, FAILED, true",
        "CANCELLING, CANCELLING, false",
        "CANCELED, CANCELED, true",
        "SUSPENDING, CANCELLING, false",
        "SUSPENDED, SUSPENDED, true",
        "FINISHED, FINISHED, true",
    })
    void isCalledByFlinksNamesOutside(JobState state, JobStatus status, boolean terminal) {
        assertThat(state.status()).isEqualTo(status);
        assertThat(state.isTerminal()).isEqualTo(terminal);
    }

    @Test
    void aJobCancelledBetweenTwoAttemptsIsCanceledAtOnce() {
        assertThat(JobState.RESTARTING.moveTo(JobState.CANCELED)).isEqualTo(JobState.CANCELED);
    }
}
