// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeliveryLedgerTest {

    private static final long NOW = 1_000_000;

    private final DeliveryLedger ledger = new DeliveryLedger();

    private static List<Long> tags(long... tags) {
        List<Long> list = new ArrayList<>();
        for (long tag : tags) {
            list.add(tag);
        }
        return list;
    }

    @Test
    void deliveriesAreDueWhenACheckpointThatBeganAfterThemIsComplete() {
        ledger.delivered("a");
        ledger.barrier(1, tags(1));
        ledger.delivered("b");
        ledger.barrier(2, tags(2));

        assertThat(ledger.takeDue()).isEmpty();
        ledger.complete(1);
        assertThat(ledger.takeDue()).containsExactly(1L);
    }

    @Test
    void aCompletedCheckpointCompletesThoseBeforeIt() {
        ledger.barrier(1, tags(1));
        ledger.barrier(2, tags(2, 3));
        ledger.complete(2);
        assertThat(ledger.takeDue()).containsExactly(1L, 2L, 3L);
        assertThat(ledger.waiting()).isEqualTo(3);
        ledger.acknowledged(NOW);
        assertThat(ledger.waiting()).isZero();
    }

    @Test
    void nothingMoreIsGivenOutBeforeTheBrokerHasAnswered() {
        ledger.barrier(1, tags(1));
        ledger.complete(1);
        assertThat(ledger.takeDue()).containsExactly(1L);
        ledger.barrier(2, tags(2));
        ledger.complete(2);
        assertThat(ledger.takeDue()).isEmpty();
        assertThat(ledger.dueAtLast()).containsExactly(2L);
        ledger.acknowledged(NOW);
        assertThat(ledger.takeDue()).containsExactly(2L);
        assertThat(ledger.dueAtLast()).isEmpty();
    }

    @Test
    void anIdIsKeptSomeTimeAfterTheBrokerHasTakenItsAcknowledgement() {
        assertThat(ledger.delivered("a")).isTrue();
        ledger.barrier(1, tags(1));
        assertThat(ledger.toKeep(NOW)).containsExactly("a");
        ledger.complete(1);
        ledger.takeDue();
        assertThat(ledger.toKeep(NOW + 10 * DeliveryLedger.LOST_KEPT_MS)).containsExactly("a");
        ledger.acknowledged(NOW);
        assertThat(ledger.toKeep(NOW + DeliveryLedger.ACKNOWLEDGED_KEPT_MS - 1))
                .containsExactly("a");
        assertThat(ledger.toKeep(NOW + DeliveryLedger.ACKNOWLEDGED_KEPT_MS)).isEmpty();
        assertThat(ledger.delivered("a")).isTrue();
    }

    @Test
    void whatComesAgainAfterARestoreIsKnownAndIsAcknowledged() {
        ledger.restore(List.of("a", "b"), NOW);
        assertThat(ledger.delivered("a")).isFalse();
        assertThat(ledger.delivered("c")).isTrue();
        ledger.barrier(7, tags(1, 2));
        ledger.complete(7);
        assertThat(ledger.takeDue()).containsExactly(1L, 2L);
        ledger.acknowledged(NOW);
        // "b" has not come again yet.
        assertThat(ledger.toKeep(NOW + DeliveryLedger.ACKNOWLEDGED_KEPT_MS)).containsExactly("b");
        assertThat(ledger.toKeep(NOW + DeliveryLedger.LOST_KEPT_MS)).isEmpty();
    }

    @Test
    void aCheckpointThatCompletesAfterTheSessionWasLostForgetsNothing() {
        ledger.delivered("a");
        ledger.barrier(1, tags(1));
        ledger.sessionLost(NOW);
        ledger.complete(1);
        assertThat(ledger.takeDue()).isEmpty();
        assertThat(ledger.toKeep(NOW + DeliveryLedger.ACKNOWLEDGED_KEPT_MS)).containsExactly("a");
        // The broker delivers it again under another tag, twice even.
        assertThat(ledger.delivered("a")).isFalse();
        ledger.sessionLost(NOW);
        assertThat(ledger.delivered("a")).isFalse();
    }

    @Test
    void anAcknowledgementWithoutAnAnswerIsNotCounted() {
        ledger.delivered("a");
        ledger.barrier(1, tags(1));
        ledger.complete(1);
        ledger.takeDue();
        ledger.sessionLost(NOW);
        assertThat(ledger.delivered("a")).isFalse();
        ledger.barrier(2, tags(1));
        ledger.complete(2);
        assertThat(ledger.takeDue()).containsExactly(1L);
    }

    @Test
    void aMessageThatTheProducerSentTwiceIsKnownUntilBothAreAcknowledged() {
        assertThat(ledger.delivered("a")).isTrue();
        ledger.barrier(1, tags(1));
        assertThat(ledger.delivered("a")).isFalse();
        ledger.complete(1);
        assertThat(ledger.takeDue()).containsExactly(1L);
        ledger.acknowledged(NOW);
        assertThat(ledger.toKeep(NOW + 10 * DeliveryLedger.LOST_KEPT_MS)).containsExactly("a");
        ledger.barrier(2, tags(2));
        ledger.complete(2);
        assertThat(ledger.takeDue()).containsExactly(2L);
        ledger.acknowledged(NOW);
        assertThat(ledger.toKeep(NOW + DeliveryLedger.ACKNOWLEDGED_KEPT_MS)).isEmpty();
    }
}
