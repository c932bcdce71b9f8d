// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.kinesis.model.KinesisException;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;

class BackoffTest {

    @Test
    void pausesDoubleUpToALimitAndEndAfterSoManyFailures() {
        Backoff backoff =
                new Backoff(new Backoff.Rule(Duration.ofNanos(1000), Duration.ofNanos(5000), 6));
        for (int round = 0; round < 50; round++) {
            for (long longest : new long[] {1000, 2000, 4000, 5000, 5000}) {
                assertThat(backoff.failedNanos()).isBetween(longest / 2, longest);
            }
            assertThat(backoff.failedNanos()).isEqualTo(-1);
            backoff.succeeded();
        }
        Backoff long1 =
                new Backoff(
                        new Backoff.Rule(
                                Duration.ofDays(1), Duration.ofDays(300), Integer.MAX_VALUE));
        for (int i = 0; i < 100; i++) {
            assertThat(long1.failedNanos()).isPositive();
        }
    }

    @Test
    void whatPassesIsToldFromWhatDoesNot() {
        assertThat(Failures.isPassing(new CompletionException(FakeCalls.throttled()))).isTrue();
        assertThat(Failures.isPassing(SdkClientException.create("x", new IOException()))).isTrue();
        assertThat(Failures.isPassing(SdkClientException.create("No credentials"))).isFalse();
        assertThat(Failures.isPassing(KinesisException.builder().statusCode(503).build())).isTrue();
        assertThat(Failures.isPassing(KinesisException.builder().statusCode(400).build()))
                .isFalse();
        assertThat(Failures.isPassing(ResourceNotFoundException.builder().statusCode(400).build()))
                .isFalse();
        assertThat(Failures.say(new CompletionException(FakeCalls.throttled())))
                .isEqualTo("ProvisionedThroughputExceededException (400): Rate exceeded for shard");
    }
}
