// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.storage.StoredState;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OperatorStateRedistributionTest {

    private static List<RestoredState> handle(StateSummary... states) {
        return List.of(
                new RestoredState(
                        new StateHandle(
                                StateHandle.Kind.OPERATOR,
                                null,
                                List.of(states),
                                new StoredState.Inline(new byte[0], 0)),
                        () -> new ByteArrayInputStream(new byte[0])));
    }

    private static StateSummary list(long entries) {
        return new StateSummary("l", "operator-list", "Long", entries);
    }

    /** Which elements of the joined list each new subtask gets. */
    private static List<List<Long>> deal(int parallelism, long... sizes) {
        List<List<RestoredState>> old = new ArrayList<>();
        for (long size : sizes) {
            old.add(size == 0 ? List.of() : handle(list(size)));
        }
        List<List<Long>> dealt = new ArrayList<>();
        for (int subtask = 0; subtask < parallelism; subtask++) {
            List<Long> elements = new ArrayList<>();
            for (RestoredShare share :
                    OperatorStateRedistribution.shares(old, subtask, parallelism)) {
                long start = 0;
                for (int i = 0; !old.get(i).contains(share.restored()); i++) {
                    start += sizes[i];
                }
                for (long i = share.from(); i < share.to(); i++) {
                    elements.add(start + i);
                }
            }
            dealt.add(elements);
        }
        return dealt;
    }

    @Test
    @DisplayName("ST-10: joined in order, cut in even pieces; the first ones are longer")
    void listsAreCutEvenlyAndTheFirstPiecesAreLonger() {
        assertThat(deal(2, 2, 2, 1)).containsExactly(List.of(0L, 1L, 2L), List.of(3L, 4L));
        assertThat(deal(3, 3, 3))
                .containsExactly(List.of(0L, 1L), List.of(2L, 3L), List.of(4L, 5L));
        assertThat(deal(4, 2)).containsExactly(List.of(0L), List.of(1L), List.of(), List.of());
        assertThat(deal(1, 1, 0, 3)).containsExactly(List.of(0L, 1L, 2L, 3L));
    }

    @Test
    void atUnchangedParallelismEachGetsItsOwnBack() {
        assertThat(deal(3, 5, 0, 1))
                .containsExactly(List.of(0L, 1L, 2L, 3L, 4L), List.of(), List.of(5L));
    }

    @Test
    void unionListsGoToAllAndBroadcastCopiesRoundAbout() {
        List<List<RestoredState>> old =
                List.of(
                        handle(
                                new StateSummary("u", "union-list", "Long", 2),
                                new StateSummary("b", "broadcast", "Map<Long, Long>", 3)),
                        handle(
                                new StateSummary("u", "union-list", "Long", 1),
                                new StateSummary("b", "broadcast", "Map<Long, Long>", 3)));
        List<RestoredShare> third = OperatorStateRedistribution.shares(old, 2, 3);
        assertThat(third)
                .containsExactlyInAnyOrder(
                        new RestoredShare(old.get(0).get(0), "u", 0, 2),
                        new RestoredShare(old.get(1).get(0), "u", 0, 1),
                        new RestoredShare(old.get(0).get(0), "b", 0, 3));
        assertThat(OperatorStateRedistribution.shares(old, 1, 2))
                .contains(new RestoredShare(old.get(1).get(0), "b", 0, 3));
    }

    @Test
    @DisplayName("ST-12: the copy of an old subtask that had finished is got from another one")
    void st12ACopyThatIsGoneIsGotFromAnother() {
        StateSummary rules = new StateSummary("b", "broadcast", "Map<Long, Long>", 3);
        List<List<RestoredState>> old = List.of(List.of(), handle(rules), handle(rules));
        List<RestoredShare> first = OperatorStateRedistribution.shares(old, i -> i == 0, 0, 4);
        assertThat(first).containsExactly(new RestoredShare(old.get(1).get(0), "b", 0, 3));
        assertThat(OperatorStateRedistribution.shares(old, i -> i == 0, 3, 4))
                .containsExactly(new RestoredShare(old.get(2).get(0), "b", 0, 3));
        assertThat(OperatorStateRedistribution.shares(old, 0, 4))
                .as("one that was running knew nothing")
                .containsExactly(new RestoredShare(old.get(1).get(0), "b", 0, 0));
    }

    @Test
    @DisplayName("ST-13: who gets nothing of a state still hears that there was one")
    void st13WhoGetsNothingHearsThatThereWasOne() {
        List<List<RestoredState>> old = List.of(handle(list(1)));
        assertThat(OperatorStateRedistribution.shares(old, 1, 2))
                .containsExactly(new RestoredShare(old.get(0).get(0), "l", 0, 0));
    }

    @Test
    void aFreshStartDealsNothing() {
        assertThat(OperatorStateRedistribution.shares(List.of(), 1, 2)).isEmpty();
    }

    @Test
    void oldSubtasksThatDisagreeOnTheModeAreAnError() {
        List<List<RestoredState>> old =
                List.of(handle(list(1)), handle(new StateSummary("l", "union-list", "Long", 2)));
        assertThatThrownBy(() -> OperatorStateRedistribution.shares(old, 0, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'l'");
    }
}
