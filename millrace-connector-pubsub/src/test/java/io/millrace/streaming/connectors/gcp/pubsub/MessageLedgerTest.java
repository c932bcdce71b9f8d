// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MessageLedgerTest {

    private static final long WINDOW = 1_000;

    private final MessageLedger ledger = new MessageLedger(WINDOW, 5);

    private static List<String> ackIds(List<MessageLedger.Delivery> deliveries) {
        return deliveries.stream().map(MessageLedger.Delivery::ackId).toList();
    }

    private void settle(int subtask, long now) {
        ledger.settled(ledger.takeDue(subtask), Set.of(), now);
    }

    @Test
    @DisplayName("A delivery is due when the checkpoint after it is complete, and not before")
    void due() {
        assertThat(ledger.delivered(0, "m1", "a1")).isTrue();
        ledger.barrier(0, 1, 0);
        assertThat(ledger.delivered(0, "m2", "a2")).isTrue();
        assertThat(ledger.takeDue(0)).isEmpty();
        ledger.complete(0, 1, 0);
        assertThat(ackIds(ledger.takeDue(0))).containsExactly("a1");
        ledger.barrier(0, 2, 0);
        ledger.complete(0, 2, 0);
        assertThat(ackIds(ledger.takeDue(0))).containsExactly("a2");
    }

    @Test
    @DisplayName("A later checkpoint completes earlier ones")
    void subsumed() {
        ledger.delivered(0, "m1", "a1");
        ledger.barrier(0, 1, 0);
        ledger.delivered(0, "m2", "a2");
        ledger.barrier(0, 2, 0);
        ledger.complete(0, 2, 0);
        assertThat(ackIds(ledger.takeDue(0))).containsExactly("a1", "a2");
        assertThat(ledger.waiting(0)).isZero();
    }

    @Test
    @DisplayName(
            "A message that another subtask gets again waits for the checkpoint of the one that has"
                    + " emitted it")
    void otherSubtask() {
        ledger.barrier(0, 1, 0);
        assertThat(ledger.delivered(0, "m", "a0")).isTrue(); // after its barrier
        assertThat(ledger.delivered(1, "m", "a1")).isFalse(); // before its own
        ledger.barrier(1, 1, 0);
        ledger.complete(0, 1, 0);
        ledger.complete(1, 1, 0);
        assertThat(ledger.takeDue(0)).isEmpty();
        assertThat(ledger.takeDue(1)).isEmpty();

        ledger.barrier(0, 2, 0);
        ledger.barrier(1, 2, 0);
        ledger.complete(0, 2, 0);
        ledger.complete(1, 2, 0);
        assertThat(ackIds(ledger.takeDue(0))).containsExactly("a0");
        // It goes to the one whose subscriber holds the lease.
        assertThat(ackIds(ledger.takeDue(1))).containsExactly("a1");
    }

    @Test
    @DisplayName("A message that comes again after its checkpoint is acknowledged at once")
    void again() {
        ledger.delivered(0, "m", "a1");
        ledger.barrier(0, 1, 0);
        ledger.complete(0, 1, 0);
        settle(0, 0);
        assertThat(ledger.delivered(0, "m", "a2")).isFalse();
        assertThat(ackIds(ledger.takeDue(0))).containsExactly("a2");
    }

    @Test
    @DisplayName(
            "Ids of acknowledged messages are forgotten after the window, or beyond the number")
    void window() {
        for (int i = 0; i < 7; i++) {
            ledger.delivered(0, "m" + i, "a" + i);
        }
        ledger.barrier(0, 1, 0);
        ledger.complete(0, 1, 0);
        settle(0, 0);
        assertThat(ledger.barrier(0, 2, 600)).hasSize(5);
        assertThat(ledger.shortestWindowMs()).isEqualTo(600);
        assertThat(ledger.delivered(0, "m6", "b6")).isFalse();
        assertThat(ledger.delivered(0, "m0", "b0")).isTrue();
        settle(0, 700); // m6 begins anew
        assertThat(ledger.barrier(0, 3, 1_200)).containsExactlyInAnyOrder("dm6", "em0");
        assertThat(ledger.known()).isEqualTo(2);
    }

    @Test
    @DisplayName("What was not acknowledged is known for longer, and not counted")
    void lost() {
        for (int i = 0; i < 20; i++) {
            ledger.delivered(0, "m" + i, "a" + i);
        }
        ledger.barrier(0, 1, 0);
        ledger.complete(0, 1, 0);
        List<MessageLedger.Delivery> due = ledger.takeDue(0);
        ledger.settled(due, ackIds(due), 0); // all refused: their leases had ended
        assertThat(ledger.barrier(0, 2, MessageLedger.LOST_KEPT_MS - 1)).hasSize(20);
        assertThat(ledger.barrier(0, 3, MessageLedger.LOST_KEPT_MS)).isEmpty();
    }

    @Test
    @DisplayName("What can't be acknowledged at present stays due")
    void putBack() {
        ledger.delivered(0, "m", "a");
        ledger.barrier(0, 1, 0);
        ledger.complete(0, 1, 0);
        ledger.putBack(0, ledger.takeDue(0));
        assertThat(ackIds(ledger.takeDue(0))).containsExactly("a");
    }

    @Test
    @DisplayName("After a restart with other subtasks all ids are known, and each is owned by one")
    void restored() {
        List<String> snapshots = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            ledger.delivered(i % 2, "m" + i, "a" + i);
            if (i == 19) {
                ledger.barrier(0, 1, 0);
                ledger.barrier(1, 1, 0);
                ledger.complete(0, 1, 0);
                ledger.complete(1, 1, 0);
            }
        }
        snapshots.addAll(ledger.barrier(0, 2, 0));
        snapshots.addAll(ledger.barrier(1, 2, 0));
        assertThat(snapshots).hasSize(40).doesNotHaveDuplicates();

        MessageLedger next = new MessageLedger(WINDOW, 100);
        next.restore(snapshots, 3, 0);
        assertThat(next.delivered(2, "m7", "b7")).isFalse(); // nobody else has come yet
        next.restore(snapshots, 3, 0);
        next.restore(snapshots, 3, 0);
        List<String> again = new ArrayList<>();
        for (int subtask = 0; subtask < 3; subtask++) {
            again.addAll(next.barrier(subtask, 3, 0));
        }
        assertThat(again).containsExactlyInAnyOrderElementsOf(snapshots);
        for (int i = 0; i < 40; i++) {
            assertThat(next.delivered(i % 3, "m" + i, "c" + i)).isFalse();
        }
    }

    @Test
    @DisplayName("Without a window everything that comes is new, and nothing is in a snapshot")
    void without() {
        MessageLedger none = new MessageLedger(0, 1);
        assertThat(none.delivered(0, "m", "a1")).isTrue();
        assertThat(none.delivered(0, "m", "a2")).isTrue();
        assertThat(none.barrier(0, 1, 0)).isEmpty();
        none.complete(0, 1, 0);
        List<MessageLedger.Delivery> due = none.takeDue(0);
        assertThat(ackIds(due)).containsExactly("a1", "a2");
        none.settled(due, Set.of(), 0);
        assertThat(none.known()).isZero();
    }

    @Test
    @DisplayName("A subtask takes part once")
    void joins() {
        assertThat(ledger.join(0)).isTrue();
        assertThat(ledger.join(1)).isTrue();
        assertThat(ledger.join(0)).isFalse();
    }
}
