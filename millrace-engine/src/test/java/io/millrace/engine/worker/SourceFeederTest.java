// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.io.InputStatus;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.SourceFeeder.Mode;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.api.watermark.Watermark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class SourceFeederTest {

    private final Taken taken = new Taken();
    private SourceFeeder<Long> feeder;

    private SourceFeeder<Long> feeder(SourceFunction<Long> function, Mode mode) {
        feeder =
                new SourceFeeder<>(
                        function,
                        "'s' (1/1)",
                        getClass().getClassLoader(),
                        mode,
                        Clock.SYSTEM,
                        () -> {});
        return feeder;
    }

    @AfterEach
    void close() {
        if (feeder != null) {
            feeder.close();
        }
    }

    /** What the task has seen. */
    private static final class Taken implements SourceFeeder.Receiver<Long> {
        final List<String> all = new ArrayList<>();
        long records;
        long last = -1;

        @Override
        public void record(Long value, long timestamp) {
            records++;
            last = value;
            if (records <= 100) {
                all.add(value + (timestamp == Long.MIN_VALUE ? "" : "@" + timestamp));
            }
        }

        @Override
        public void watermark(long timestamp) {
            all.add("watermark " + timestamp);
        }

        @Override
        public void idle() {
            all.add("idle");
        }
    }

    /** Steps as a task does, until the end of input. */
    private void pollToTheEnd() throws Exception {
        while (true) {
            InputStatus status = feeder.poll(taken);
            if (status == InputStatus.END_OF_INPUT) {
                return;
            }
            if (status == InputStatus.NOTHING_AVAILABLE) {
                feeder.available().get(30, TimeUnit.SECONDS);
            }
        }
    }

    /** Steps as a task does that wants a snapshot. */
    private void pollUntilLocked() throws Exception {
        while (!feeder.tryLock()) {
            assertThat(feeder.poll(taken)).isNotEqualTo(InputStatus.END_OF_INPUT);
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void everythingArrivesInOrderAndThenTheEnd(Mode mode) throws Exception {
        feeder(
                new Simple() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void run(SourceContext<Long> ctx) {
                        ctx.collect(1L);
                        ctx.collectWithTimestamp(2L, 7);
                        ctx.emitWatermark(new Watermark(7));
                        ctx.markAsTemporarilyIdle();
                        ctx.collect(3L);
                    }
                },
                mode);
        pollToTheEnd();
        assertThat(taken.all).containsExactly("1", "2@7", "watermark 7", "idle", "3");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whatRunThrowsComesAfterWhatItEmitted(Mode mode) {
        IOException thrown = new IOException("mine");
        feeder(
                new Simple() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void run(SourceContext<Long> ctx) throws Exception {
                        ctx.collect(1L);
                        throw thrown;
                    }
                },
                mode);
        assertThatThrownBy(this::pollToTheEnd).isSameAs(thrown);
        assertThat(taken.all).containsExactly("1");
    }

    /** Emits 0, 1, 2, ... and counts, both inside the lock, as users write it. */
    private static final class Counting implements SourceFunction<Long> {
        private static final long serialVersionUID = 1L;
        private final boolean cacheLock;
        private final boolean countFirst;
        private volatile boolean running = true;
        long offset;

        Counting(boolean cacheLock, boolean countFirst) {
            this.cacheLock = cacheLock;
            this.countFirst = countFirst;
        }

        @Override
        public void run(SourceContext<Long> ctx) {
            Object cached = ctx.getCheckpointLock();
            while (running) {
                synchronized (cacheLock ? cached : ctx.getCheckpointLock()) {
                    if (countFirst) {
                        offset++;
                        ctx.collect(offset - 1);
                    } else {
                        ctx.collect(offset);
                        offset++;
                    }
                }
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void aSnapshotIsExactAlsoWhenTheBufferIsFullWhileTheUserHoldsTheLock(Mode mode)
            throws Exception {
        for (boolean cacheLock : new boolean[] {false, true}) {
            for (boolean countFirst : new boolean[] {false, true}) {
                Taken seen = taken;
                seen.records = 0;
                Counting function = new Counting(cacheLock, countFirst);
                feeder(function, mode);
                feeder.poll(seen);
                if (mode == Mode.FREE) {
                    awaitFullBuffer();
                }
                for (int checkpoint = 0; checkpoint < 50; checkpoint++) {
                    pollUntilLocked();
                    long offset = function.offset;
                    assertThat(offset)
                            .as("offset in snapshot %s, lock cached: %s", checkpoint, cacheLock)
                            .isEqualTo(seen.records);
                    assertThat(seen.last).isEqualTo(offset - 1);
                    assertThat(feeder.poll(seen)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
                    assertThat(function.offset).isEqualTo(offset);
                    feeder.unlock();
                    for (int i = 0; i < 10; i++) {
                        feeder.poll(seen);
                    }
                }
                feeder.close();
            }
        }
    }

    /** The source stands inside {@code collect}, holding the user's lock, when its thread waits. */
    private void awaitFullBuffer() {
        while (true) {
            for (Thread thread : sourceThreads()) {
                for (StackTraceElement frame : thread.getStackTrace()) {
                    if (frame.getMethodName().equals("awaitRoom")) {
                        return;
                    }
                }
            }
            Thread.onSpinWait();
        }
    }

    private static List<Thread> sourceThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("millrace source 's' (1/1)"))
                .toList();
    }

    @Test
    void codeOfASourceThatHasEndedMayTakeTheLockThoughTheHolderStoodInLine() throws Exception {
        AtomicReference<Object> lock = new AtomicReference<>();
        CountDownLatch end = new CountDownLatch(1);
        feeder(
                new Simple() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void run(SourceContext<Long> ctx) throws Exception {
                        lock.set(ctx.getCheckpointLock());
                        end.await();
                    }
                },
                Mode.FREE);
        feeder.poll(taken);
        await(() -> lock.get() != null);
        // A thread of the user's has the lock, and the holder stands in line for it.
        CountDownLatch has = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread third =
                new Thread(
                        () -> {
                            synchronized (lock.get()) {
                                has.countDown();
                                awaitUninterrupted(release);
                            }
                        });
        third.start();
        has.await();
        assertThat(feeder.tryLock()).isFalse();
        Thread holder =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(t -> t.getName().equals("millrace source lock 's' (1/1)"))
                        .findFirst()
                        .orElseThrow();
        await(() -> holder.getState() == Thread.State.BLOCKED);
        end.countDown();
        pollToTheEnd();

        assertThat(feeder.tryLock()).isTrue();
        AtomicBoolean ran = new AtomicBoolean();
        feeder.runLocked(
                () -> {
                    release.countDown();
                    await(() -> holder.getState() != Thread.State.BLOCKED);
                    synchronized (lock.get()) {
                        ran.set(true);
                    }
                });
        assertThat(ran).isTrue();
        feeder.unlock();
        third.join();
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(100_000);
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSnapshotMayItselfSynchronizeOnTheCheckpointLock() throws Exception {
        Object[] lock = new Object[1];
        feeder(
                new Simple() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void run(SourceContext<Long> ctx) {
                        lock[0] = ctx.getCheckpointLock();
                        while (running) {
                            ctx.collect(1L);
                        }
                    }
                },
                Mode.FREE);
        while (taken.records == 0) {
            feeder.poll(taken);
        }
        pollUntilLocked();
        boolean[] inside = new boolean[1];
        feeder.runLocked(
                () -> {
                    synchronized (lock[0]) {
                        inside[0] = true;
                    }
                });
        assertThat(inside[0]).isTrue();
        assertThatThrownBy(
                        () ->
                                feeder.runLocked(
                                        () -> {
                                            throw new IOException("from the snapshot");
                                        }))
                .isInstanceOf(IOException.class)
                .hasMessage("from the snapshot");
        feeder.unlock();
    }

    @Test
    void beforeItBeganAndAfterItEndedTheLockIsThereAtOnce() throws Exception {
        feeder(
                new Simple() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void run(SourceContext<Long> ctx) {
                        ctx.collect(1L);
                    }
                },
                Mode.FREE);
        assertThat(feeder.tryLock()).isTrue();
        feeder.unlock();
        pollToTheEnd();
        assertThat(feeder.tryLock()).isTrue();
        feeder.unlock();
    }

    @Test
    void cancelReachesASourceThatStandsBeforeAFullBuffer() throws Exception {
        Counting function = new Counting(true, false);
        feeder(function, Mode.FREE);
        feeder.poll(taken);
        awaitFullBuffer();
        feeder.cancel();
        feeder.close();
        assertThat(sourceThreads()).isEmpty();
    }

    @Test
    void anInterruptOfTheWaitingTaskIsPassedOnToAStuckSource() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        feeder(
                new Simple() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void run(SourceContext<Long> ctx) throws Exception {
                        stuck.countDown();
                        new CountDownLatch(1).await();
                    }
                },
                Mode.FREE);
        feeder.poll(taken);
        stuck.await();
        Thread.currentThread().interrupt();
        feeder.close();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aSourceCancelledBeforeItBeganNeverRuns() throws Exception {
        boolean[] ran = new boolean[1];
        feeder(
                new Simple() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void run(SourceContext<Long> ctx) {
                        ran[0] = true;
                    }
                },
                Mode.FREE);
        feeder.cancel();
        assertThat(feeder.poll(taken)).isEqualTo(InputStatus.END_OF_INPUT);
        assertThat(ran[0]).isFalse();
    }

    @Test
    void inSteppedModeTheSourceRunsOnlyWhileItIsPolled() throws Exception {
        Counting function = new Counting(false, true);
        feeder(function, Mode.STEPPED);
        for (int i = 1; i <= 20; i++) {
            assertThat(feeder.poll(taken)).isEqualTo(InputStatus.MORE_AVAILABLE);
            assertThat(function.offset).isEqualTo(i);
            assertThat(taken.records).isEqualTo(i);
        }
        for (int checkpoint = 0; checkpoint < 20; checkpoint++) {
            long before = function.offset;
            assertThat(feeder.tryLock()).isTrue();
            assertThat(function.offset).isEqualTo(before);
            feeder.unlock();
            assertThat(feeder.poll(taken)).isEqualTo(InputStatus.MORE_AVAILABLE);
        }
    }

    private abstract static class Simple implements SourceFunction<Long> {
        private static final long serialVersionUID = 1L;
        volatile boolean running = true;

        @Override
        public void cancel() {
            running = false;
        }
    }
}
