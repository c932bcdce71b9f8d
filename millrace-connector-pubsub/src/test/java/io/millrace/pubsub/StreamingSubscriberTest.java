// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.pubsub;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.pubsub.v1.ReceivedMessage;
import com.google.pubsub.v1.StreamingPullResponse;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The subscriber without a service, each step made by the test. */
@Timeout(60)
class StreamingSubscriberTest {

    private final FakeChannel channel = new FakeChannel();
    private final Keeper keeper = new Keeper();
    private long nanos;

    private final StreamingSubscriber subscriber =
            new StreamingSubscriber(
                    SubscriptionOptions.builder()
                            .emulator("nowhere:1")
                            .lease(Duration.ofSeconds(30))
                            .build()
                            .of("p", "s"),
                    null,
                    channel,
                    keeper,
                    () -> nanos);

    /** What is to be done later is done when the test says so, in its thread. */
    private static final class Keeper extends ScheduledThreadPoolExecutor {
        final Deque<Runnable> later = new ArrayDeque<>();
        Runnable again;

        Keeper() {
            super(0);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
            later.add(work);
            return null;
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(
                Runnable work, long first, long delay, TimeUnit unit) {
            again = work;
            return null;
        }
    }

    private static StreamingPullResponse messages(int from, int to) {
        StreamingPullResponse.Builder response = StreamingPullResponse.newBuilder();
        for (int i = from; i < to; i++) {
            response.addReceivedMessages(ReceivedMessage.newBuilder().setAckId("ack-" + i));
        }
        return response.build();
    }

    @Test
    void whoClosesWhileAStreamIsBeingOpenedEndsAllTheSame() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread closer = new Thread(subscriber::close, "closer");
        closer.setUncaughtExceptionHandler((thread, failure) -> thrown.set(failure));
        channel.streams.get(0).ends(Status.UNAVAILABLE);
        channel.before =
                name -> {
                    if (name.equals("StreamingPull")) {
                        closer.start();
                        while (closer.getState() != Thread.State.BLOCKED
                                && closer.getState() != Thread.State.TIMED_WAITING
                                && closer.getState() != Thread.State.TERMINATED) {
                            Thread.onSpinWait();
                        }
                    }
                };
        keeper.later.remove().run();
        closer.join();
        assertThat(thrown.get()).isNull();
        assertThat(keeper.isShutdown()).isTrue();
        assertThat(channel.isShutdown()).isTrue();
    }

    @Test
    void whatFailsWhileItIsClosedLeavesNeitherThreadNorChannel() {
        channel.streams.get(0).says(messages(0, 3));
        channel.before =
                name -> {
                    throw new IllegalStateException("on purpose");
                };
        try {
            subscriber.close();
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("on purpose");
        }
        assertThat(keeper.isShutdown()).isTrue();
        assertThat(channel.isShutdown()).isTrue();
    }

    @Test
    void leasesAreExtendedOnAfterAnyFailure() {
        channel.streams.get(0).says(messages(0, 3));
        nanos += Duration.ofSeconds(15).toNanos();
        channel.before =
                name -> {
                    throw new IllegalStateException("on purpose");
                };
        keeper.again.run(); // the executor would not run it again if this threw
        assertThat(channel.answered).isEmpty();
        channel.before = name -> {};
        keeper.again.run();
        assertThat(channel.answered).containsExactly("ModifyAckDeadline");
        keeper.again.run();
        assertThat(channel.answered).hasSize(1);
        subscriber.close();
    }

    @Test
    void aStreamThatCannotEvenBeBegunIsBegunAgain() {
        channel.streams.get(0).ends(Status.UNAVAILABLE);
        channel.before =
                name -> {
                    throw new IllegalStateException("on purpose");
                };
        keeper.later.remove().run();
        channel.before = name -> {};
        keeper.later.remove().run();
        channel.streams.get(1).says(messages(0, 3));
        assertThat(subscriber.pull()).hasSize(3);
        subscriber.close();
    }

    @Test
    @Timeout(10)
    void manyMessagesAreGivenBackInATimeThatGrowsWithTheirNumber() {
        int count = 100_000;
        channel.streams.get(0).says(messages(0, count));
        assertThat(subscriber.held()).isEqualTo(count);
        subscriber.settle(List.of("ack-7"));
        assertThat(subscriber.held()).isEqualTo(count - 1);
        subscriber.close();
        assertThat(subscriber.held()).isZero();
    }
}
