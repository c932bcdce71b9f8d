// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class UnconfirmedTest {

    private final Unconfirmed messages = new Unconfirmed();

    private void sent(long... numbers) {
        for (long number : numbers) {
            messages.sending(number, new Unconfirmed.Route("", "queue-" + number));
        }
    }

    @Test
    void confirmationsCountOneByOneAndUpToANumber() throws Exception {
        sent(1, 2, 3, 4);
        messages.handleAck(2, false);
        assertThat(messages.count()).isEqualTo(3);
        messages.handleAck(3, true);
        assertThat(messages.count()).isEqualTo(1);
        assertThat(messages.await(0, false, 1)).isFalse();
        assertThat(messages.await(1, false, 1)).isTrue();
        messages.handleAck(4, false);
        assertThat(messages.await(0, false, 1)).isTrue();
        assertThat(messages.takeFailure()).isNull();
    }

    @Test
    void aRefusalNamesTheQueue() throws Exception {
        sent(1, 2);
        messages.handleNack(2, true);
        assertThat(messages.await(0, false, 1)).isTrue();
        assertThat(messages.takeFailure())
                .hasMessageContaining("2 messages")
                .hasMessageContaining("the queue 'queue-2'");
        assertThat(messages.takeFailure()).isNull();
    }

    @Test
    void aMessageThatIsGivenBackNamesExchangeAndKey() {
        messages.handleReturn(312, "NO_ROUTE", "orders", "north", null, new byte[0]);
        assertThat(messages.takeFailure())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'orders'")
                .hasMessageContaining("'north'")
                .hasMessageContaining("NO_ROUTE");
    }

    @Test
    void theEndOfTheConnectionIsAFailureOnlyIfSomethingWasOnItsWay() throws Exception {
        messages.shutdownCompleted(new ShutdownSignalException(true, false, null, null));
        assertThat(messages.takeFailure()).isNull();

        Unconfirmed others = new Unconfirmed();
        others.sending(1, new Unconfirmed.Route("", "q"));
        others.shutdownCompleted(new ShutdownSignalException(true, false, null, null));
        assertThat(others.takeFailure()).hasMessageContaining("1 messages");
        // Nothing is waited for that can't come any more.
        others.sending(2, new Unconfirmed.Route("", "q"));
        assertThat(others.await(0, false, 1)).isTrue();
    }

    @Test
    void aBrokerThatTakesNoMessagesIsWaitedForBeforeItIsWrittenTo() throws Exception {
        messages.handleBlocked("low on memory");
        assertThat(messages.await(0, true, 1)).isFalse();
        assertThat(messages.await(0, false, 1)).isTrue();
        messages.handleUnblocked();
        assertThat(messages.await(0, true, 1)).isTrue();
    }
}
