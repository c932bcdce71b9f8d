// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.pubsub;

import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubSubscriber;
import java.util.Collection;
import java.util.List;

/**
 * A subscriber that keeps what it was delivered from being delivered again until it is
 * acknowledged, however long that takes. Safe for use by several threads.
 */
public interface LeasingSubscriber extends PubSubSubscriber {

    /**
     * Acknowledges these deliveries.
     *
     * @return those that the service refuses for good because they are not valid any more: their
     *     messages come again
     */
    Collection<String> settle(List<String> ackIds);

    /** Takes no more messages, and gives back these deliveries and what nobody has pulled. */
    void stop(List<String> ackIds);

    /** How many messages it has pulled or holds ready that are not acknowledged. */
    int held();

    /** More than so many it is not given. */
    int mostHeld();

    @Override
    default void acknowledge(List<String> ackIds) {
        settle(ackIds);
    }
}
