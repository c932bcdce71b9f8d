// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.pubsub;

import com.google.auth.Credentials;
import com.google.pubsub.v1.ProjectSubscriptionName;
import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubSubscriberFactory;
import java.io.IOException;
import java.time.Duration;

/**
 * How a source reads its subscription; given to the source's builder by {@code
 * withPubSubSubscriberFactory}. The builder fills in which subscription that is.
 */
@PublicEvolving
public final class SubscriptionOptions implements PubSubSubscriberFactory {

    private static final long serialVersionUID = 1L;

    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(10);
    private static final Duration LONGEST_LEASE = Duration.ofSeconds(600);

    private final String endpoint;
    private final boolean emulator;
    private final Duration lease;
    private final int mostHeld;
    private final int mostPerPull;
    private final Duration requestTimeout;
    private final int retries;
    private final Duration patience;
    private final Duration window;
    private final int windowIds;
    private final String subscription;

    private SubscriptionOptions(Builder builder, String subscription) {
        this.endpoint = builder.endpoint;
        this.emulator = builder.emulator;
        this.lease = builder.lease;
        this.mostHeld = builder.mostHeld;
        this.mostPerPull = builder.mostPerPull;
        this.requestTimeout = builder.requestTimeout;
        this.retries = builder.retries;
        this.patience = builder.patience;
        this.window = builder.window;
        this.windowIds = builder.windowIds;
        this.subscription = subscription;
    }

    /** Begins with what holds where nothing is said. */
    public static Builder builder() {
        return new Builder();
    }

    /** The same for this subscription. */
    public SubscriptionOptions of(String project, String subscriptionName) {
        Builder same = new Builder();
        same.endpoint = endpoint;
        same.emulator = emulator;
        same.lease = lease;
        same.mostHeld = mostHeld;
        same.mostPerPull = mostPerPull;
        same.requestTimeout = requestTimeout;
        same.retries = retries;
        same.patience = patience;
        same.window = window;
        same.windowIds = windowIds;
        return new SubscriptionOptions(
                same, ProjectSubscriptionName.format(project, subscriptionName));
    }

    @Override
    public LeasingSubscriber getSubscriber(Credentials credentials) throws IOException {
        if (subscription == null) {
            throw new IllegalStateException(
                    "The options don't say which subscription: give them to the builder of a"
                            + " source, or name it by of(project, subscription)");
        }
        return new StreamingSubscriber(this, emulator ? null : Channels.orDefault(credentials));
    }

    String endpoint() {
        return endpoint;
    }

    /** Whether it is an emulator, which takes no credentials. */
    public boolean isEmulator() {
        return emulator;
    }

    Duration lease() {
        return lease;
    }

    int mostHeld() {
        return mostHeld;
    }

    int mostPerPull() {
        return mostPerPull;
    }

    Duration requestTimeout() {
        return requestTimeout;
    }

    int retries() {
        return retries;
    }

    Duration patience() {
        return patience;
    }

    String subscription() {
        return subscription;
    }

    /** How long the id of an acknowledged message is known; zero for not at all. */
    public Duration deduplicationWindow() {
        return window;
    }

    /** How many of them are known of each subtask. */
    public int deduplicationIds() {
        return windowIds;
    }

    @Override
    public String toString() {
        return subscription + " at " + endpoint;
    }

    /** Sets what is to be otherwise. */
    public static final class Builder {

        private String endpoint = Channels.SERVICE;
        private boolean emulator;
        private Duration lease = Duration.ofSeconds(60);
        private int mostHeld = 100_000;
        private int mostPerPull = 1_000;
        private Duration requestTimeout = Duration.ofSeconds(15);
        private int retries = 3;
        private Duration patience = Duration.ofSeconds(120);
        private Duration window = Duration.ofMinutes(10);
        private int windowIds = 100_000;

        private Builder() {}

        /** Host and port of the service, with TLS; the service's global address unless told. */
        public Builder endpoint(String hostAndPort) {
            this.endpoint = Channels.hostAndPort(hostAndPort);
            this.emulator = false;
            return this;
        }

        /** Host and port of an emulator: plain text, no credentials. */
        public Builder emulator(String hostAndPort) {
            this.endpoint = Channels.hostAndPort(hostAndPort);
            this.emulator = true;
            return this;
        }

        /**
         * For how long the service keeps a delivered message back at a time; 10 s to 600 s, 60 s
         * unless told. It is extended as long as the message waits for a checkpoint. After a
         * process was killed it takes so long until its messages come again.
         */
        public Builder lease(Duration lease) {
            if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
                throw new IllegalArgumentException(
                        "A lease lasts "
                                + SHORTEST_LEASE.toSeconds()
                                + " to "
                                + LONGEST_LEASE.toSeconds()
                                + " s, the service allows no other; this one would last "
                                + lease);
            }
            this.lease = lease;
            return this;
        }

        /**
         * How many messages a subtask may hold that are not acknowledged, 100,000 unless told. No
         * more than that are read from one completed checkpoint to the next.
         */
        public Builder maxOutstandingMessages(int messages) {
            this.mostHeld = positive(messages, "maxOutstandingMessages");
            return this;
        }

        /** How many messages are taken at a time, 1,000 unless told. */
        public Builder maxMessagesPerPull(int messages) {
            this.mostPerPull = positive(messages, "maxMessagesPerPull");
            return this;
        }

        /** After what time a request counts as failed, 15 s unless told. */
        public Builder requestTimeout(Duration timeout) {
            if (timeout.isNegative() || timeout.isZero()) {
                throw new IllegalArgumentException(
                        "A request takes some time; this timeout is " + timeout);
            }
            this.requestTimeout = timeout;
            return this;
        }

        /** How often an acknowledgement is tried again at once, 3 times unless told. */
        public Builder retries(int retries) {
            if (retries < 0) {
                throw new IllegalArgumentException("Retries are not negative, but " + retries);
            }
            this.retries = retries;
            return this;
        }

        /** For how long the service may be away before the job fails, 120 s unless told. */
        public Builder patience(Duration patience) {
            if (patience.isNegative()) {
                throw new IllegalArgumentException("Patience is not negative, but " + patience);
            }
            this.patience = patience;
            return this;
        }

        /**
         * For how long, and of how many messages of each subtask, ids are known after the
         * acknowledgement was taken: what the service delivers again within both is not emitted
         * again. 10 minutes and 100,000 messages unless told. The ids are in every checkpoint.
         */
        public Builder deduplication(Duration window, int messages) {
            if (window.compareTo(Duration.ofMillis(1)) < 0) {
                throw new IllegalArgumentException(
                        "The window lasts "
                                + window
                                + "; to have messages that are delivered again emitted again, say"
                                + " withoutDeduplication()");
            }
            this.window = window;
            this.windowIds = positive(messages, "messages");
            return this;
        }

        /** What is delivered again is emitted again: at least once, and no ids in checkpoints. */
        public Builder withoutDeduplication() {
            this.window = Duration.ZERO;
            return this;
        }

        private static int positive(int value, String name) {
            if (value <= 0) {
                throw new IllegalArgumentException(name + " is at least 1, and was " + value);
            }
            return value;
        }

        public SubscriptionOptions build() {
            return new SubscriptionOptions(this, null);
        }
    }
}
