// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The consumer of enhanced fan-out outlives attempts: others may be reading by it. */
class ShardEnumeratorTest {

    private final FakeCalls calls = new FakeCalls();

    private ShardEnumerator enumerator(String lifecycle) {
        ReaderSettings settings =
                Fetching.settings(
                        "source.reader.type",
                        "EFO",
                        "source.efo.consumer.name",
                        "c",
                        "source.efo.lifecycle",
                        lifecycle);
        return new ShardEnumerator(
                null, // nothing is asked of it before it starts
                settings,
                null,
                new ShardBook(Fetching.ARN, true, null),
                calls);
    }

    @Test
    void theConsumerStaysWhenAnAttemptEnds() {
        enumerator("JOB_MANAGED").close();
        assertThat(calls.closed).isTrue();
        assertThat(calls.deregistered).isEmpty();
    }

    @Test
    void theConsumerGoesWhenTheJobIsDone() {
        ShardEnumerator enumerator = enumerator("JOB_MANAGED");
        enumerator.jobEnds();
        assertThat(calls.closed).isFalse();
        enumerator.close();
        assertThat(calls.closed).isTrue();
        assertThat(calls.deregistered).containsExactly("c");
    }

    @Test
    void aConsumerThatTheUserManagesStaysThenToo() {
        ShardEnumerator enumerator = enumerator("SELF_MANAGED");
        enumerator.jobEnds();
        enumerator.close();
        assertThat(calls.deregistered).isEmpty();
    }
}
