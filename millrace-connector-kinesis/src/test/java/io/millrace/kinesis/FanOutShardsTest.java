// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.kinesis.source.split.StartingPosition;
import io.millrace.tests.components.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.ResourceInUseException;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;
import software.amazon.awssdk.services.kinesis.model.SubscribeToShardEvent;

/** Enhanced fan-out against a stream in memory: also what no emulator does. */
@Timeout(60)
class FanOutShardsTest {

    private static final StartingPosition START = StartingPosition.fromStart();

    private final FakeCalls calls = new FakeCalls();
    private final FanOutShards reader = reader();
    private final Fetching fetching = new Fetching(reader);

    private FanOutShards reader(String... more) {
        List<String> all =
                new ArrayList<>(
                        List.of(
                                "source.reader.type",
                                "EFO",
                                "source.efo.consumer.name",
                                "c",
                                "source.efo.describe.retry-strategy.delay.min",
                                "1 ms",
                                "source.efo.describe.retry-strategy.delay.max",
                                "2 ms"));
        all.addAll(List.of(more));
        return new FanOutShards(
                calls, Fetching.settings(all.toArray(new String[0])), new ReleasedShards());
    }

    private static SubscribeToShardEvent event(int from, int to, String continuation) {
        List<Record> records = new ArrayList<>();
        for (int i = from; i < to; i++) {
            records.add(FakeCalls.record(i));
        }
        return SubscribeToShardEvent.builder()
                .records(records)
                .millisBehindLatest(0L)
                .continuationSequenceNumber(continuation)
                .build();
    }

    private FakeCalls.FakeSubscription subscription(int which) throws Exception {
        Await.until(
                "subscription " + which,
                () -> {
                    if (calls.subscriptions.size() <= which) {
                        reader.wakeUp();
                        fetching.once();
                    }
                    return calls.subscriptions.size() > which;
                });
        return calls.subscriptions.get(which);
    }

    @Test
    void eventsAreTakenOneAtATimeUntilTheShardEnds() throws Exception {
        fetching.add(Fetching.split("a", START, 0));
        FakeCalls.FakeSubscription first = subscription(0);
        assertThat(first.asked).isEqualTo(1);
        first.listener.event(event(0, 3, "2"));
        fetching.untilRecords(3);
        assertThat(first.asked).isEqualTo(2);
        first.listener.event(event(3, 5, null));
        fetching.untilEnded("a");
        assertThat(fetching.numbers).containsExactly("a:0", "a:1", "a:2", "a:3", "a:4");
        assertThat(first.cancelled).isTrue();
    }

    @Test
    void anOverAndABrokenSubscriptionGoOnWhereTheyWere() throws Exception {
        fetching.add(Fetching.split("a", START, 0));
        FakeCalls.FakeSubscription first = subscription(0);
        first.listener.event(event(0, 2, "7"));
        first.listener.completed();
        fetching.untilRecords(2);
        FakeCalls.FakeSubscription second = subscription(1);
        assertThat(second.position).isEqualTo(StartingPosition.continueFromSequenceNumber("7"));
        assertThat(second.inclusive).isFalse();
        second.listener.failed(new IOException("cut"));
        FakeCalls.FakeSubscription third = subscription(2);
        assertThat(third.position).isEqualTo(second.position);
        // What an older one still says is not heard.
        second.listener.event(event(2, 3, "8"));
        third.listener.event(event(8, 9, "8"));
        fetching.untilRecords(3);
        assertThat(fetching.numbers).containsExactly("a:0", "a:1", "a:8");
    }

    @Test
    void aRestoredShardBeginsWithItsRecordWhichIsDropped() throws Exception {
        fetching.add(
                Fetching.split(
                        "a",
                        StartingPosition.continueFromSequenceNumber("4"),
                        System.currentTimeMillis()));
        FakeCalls.FakeSubscription first = subscription(0);
        assertThat(first.inclusive).isTrue();
        first.listener.event(event(0, 0, "4"));
        first.listener.event(event(4, 6, "5"));
        fetching.untilRecords(1);
        assertThat(fetching.numbers).containsExactly("a:5");
    }

    @Test
    void aLossIsSaid() throws Exception {
        fetching.add(
                Fetching.split(
                        "a",
                        StartingPosition.continueFromSequenceNumber("4"),
                        System.currentTimeMillis() - TimeUnit.HOURS.toMillis(30)));
        FakeCalls.FakeSubscription first = subscription(0);
        first.listener.event(event(7, 9, "8"));
        assertThatThrownBy(() -> fetching.untilRecords(1)).hasMessageContaining("may be lost");
    }

    @Test
    void aSubscriptionThatIsStillHeldByAnotherIsTriedAgain() throws Exception {
        fetching.add(Fetching.split("a", START, 0));
        for (int i = 0; i < 3; i++) {
            subscription(i)
                    .listener
                    .failed(ResourceInUseException.builder().statusCode(400).build());
        }
        subscription(3).listener.event(event(0, 1, "0"));
        fetching.untilRecords(1);
    }

    @Test
    void aConsumerThatIsDeregisteredUnderTheJobFailsIt() throws Exception {
        fetching.add(Fetching.split("a", START, 0));
        subscription(0)
                .listener
                .failed(
                        ResourceNotFoundException.builder()
                                .statusCode(400)
                                .message("No consumer")
                                .build());
        assertThatThrownBy(() -> fetching.untilRecords(1))
                .hasMessageContaining("the consumer of enhanced fan-out");
    }

    @Test
    void aConsumerThatIsNotThereYetIsWaitedFor() throws Exception {
        calls.describeFailures.add(ResourceNotFoundException.builder().statusCode(400).build());
        calls.describeFailures.add(FakeCalls.throttled());
        fetching.add(Fetching.split("a", START, 0));
        subscription(0);
        assertThat(calls.describeFailures).isEmpty();
    }

    @Test
    void aSilentSubscriptionIsMadeAnew() throws Exception {
        FanOutShards impatient = reader("source.efo.subscription.timeout", "20 ms");
        Fetching other = new Fetching(impatient).add(Fetching.split("a", START, 0));
        Await.until(
                "there are two subscriptions",
                () -> {
                    other.once();
                    return calls.subscriptions.size() >= 2;
                });
        assertThat(calls.subscriptions.get(0).cancelled).isTrue();
    }
}
