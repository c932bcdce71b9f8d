// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub.emulator;

import com.google.auth.Credentials;
import io.millrace.pubsub.SubscriptionOptions;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubSubscriber;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubSubscriberFactory;
import java.io.IOException;
import java.time.Duration;

/** Reads a subscription of an emulator, in plain text and without credentials. */
public class PubSubSubscriberFactoryForEmulator implements PubSubSubscriberFactory {

    private static final long serialVersionUID = 1L;

    private final SubscriptionOptions options;

    /**
     * @param hostAndPort of the emulator
     * @param retries how often an acknowledgement is tried again at once
     * @param timeout after what time a request counts as failed
     * @param maxMessagesPerPull how many messages are taken at a time
     */
    public PubSubSubscriberFactoryForEmulator(
            String hostAndPort,
            String project,
            String subscription,
            int retries,
            Duration timeout,
            int maxMessagesPerPull) {
        this.options =
                SubscriptionOptions.builder()
                        .emulator(hostAndPort)
                        .retries(retries)
                        .requestTimeout(timeout)
                        .maxMessagesPerPull(maxMessagesPerPull)
                        .build()
                        .of(project, subscription);
    }

    @Override
    public PubSubSubscriber getSubscriber(Credentials credentials) throws IOException {
        return options.getSubscriber(null);
    }
}
