// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.pubsub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.millrace.streaming.connectors.gcp.pubsub.PubSubSink;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReasonsTest {

    @Test
    void whatIsMissingIsSaidOnceAndWithOneFullStop() {
        Exception missing =
                Status.NOT_FOUND
                        .withDescription("Resource not found (resource=orders).")
                        .asRuntimeException();

        assertThat(Reasons.of(missing))
                .isEqualTo(
                        "NOT_FOUND: Resource not found (resource=orders). Create it, or correct"
                                + " project and name");
        assertThat(Reasons.said(missing))
                .isEqualTo(
                        "Resource not found (resource=orders). Create it, or correct project and"
                                + " name");
    }

    @Test
    void aReasonIsOneLine() {
        Exception away =
                Status.UNAVAILABLE
                        .withDescription("io exception\nChannel Pipeline: [a,\n b]")
                        .withCause(new IOException("refused:\n  localhost"))
                        .asRuntimeException();

        assertThat(Reasons.of(away))
                .isEqualTo(
                        "UNAVAILABLE: io exception Channel Pipeline: [a, b] (IOException: refused:"
                                + " localhost)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost:8085", "https://localhost:8085/", "localhost:8085/v1"})
    void anAddressOfTheWebIsNoHostAndPort(String address) {
        assertThatThrownBy(() -> SubscriptionOptions.builder().emulator(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(address, "localhost:8085", "without");
        assertThatThrownBy(() -> SubscriptionOptions.builder().endpoint(address))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                PubSubSink.newBuilder()
                                        .withSerializationSchema(text -> null)
                                        .withProjectName("p")
                                        .withTopicName("t")
                                        .withHostAndPortForEmulator(address))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8085", "[::1]:8085", "pubsub.example", "dns:///host:1"})
    void othersAreLeftToWhoConnects(String address) {
        assertThatCode(() -> SubscriptionOptions.builder().emulator(address).endpoint(address))
                .doesNotThrowAnyException();
    }
}
