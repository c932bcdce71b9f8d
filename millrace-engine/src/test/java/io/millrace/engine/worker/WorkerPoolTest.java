// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Workers.Handle;
import io.millrace.engine.worker.Workers.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WorkerPoolTest {

    private static final AtomicInteger POOLS = new AtomicInteger();

    private final String name = "pool " + POOLS.incrementAndGet();
    private final ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
    private final List<CountDownLatch> latches = new ArrayList<>();
    private WorkerPool pool;

    private WorkerPool pool(int workers) {
        pool = new WorkerPool(name, workers, Clock.SYSTEM, loader);
        return pool;
    }

    @AfterEach
    void close() {
        latches.forEach(CountDownLatch::countDown);
        pool.close();
        await("no thread of the pool is left", () -> threads("").isEmpty());
    }

    /** Released at the end of the test at the latest. */
    private CountDownLatch latch() {
        CountDownLatch latch = new CountDownLatch(1);
        latches.add(latch);
        return latch;
    }

    /** Live threads of this test's pool whose role begins so. */
    private List<Thread> threads(String role) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("millrace " + name + " " + role))
                .toList();
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("deadline until " + what).isLessThan(end);
            LockSupport.parkNanos(200_000);
        }
    }

    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A step made of a lambda. */
    private static class Turn implements Step {
        private final Supplier<Progress> turn;
        final AtomicInteger turns = new AtomicInteger();
        volatile long wakeAtMs = Long.MAX_VALUE;

        Turn(Supplier<Progress> turn) {
            this.turn = turn;
        }

        @Override
        public Progress step() {
            Progress progress = turn.get();
            turns.incrementAndGet();
            return progress;
        }

        @Override
        public long wakeAtMs() {
            return wakeAtMs;
        }

        @Override
        public String name() {
            return "turn";
        }
    }

    private static Turn idle() {
        return new Turn(() -> Progress.NONE);
    }

    // ---- the usual road

    @Test
    void a_step_is_stepped_until_it_is_done_and_never_again() {
        pool(1);
        AtomicInteger left = new AtomicInteger(100);
        Turn step = new Turn(() -> left.decrementAndGet() > 0 ? Progress.MADE : Progress.DONE);
        Handle handle = pool.add(step, Placement.SHARED);

        await("it is done", () -> step.turns.get() == 100);
        Turn other = idle();
        for (int i = 0; i < 10; i++) {
            handle.wake();
        }
        pool.add(other, Placement.SHARED); // stepped after the wakes would have been

        await("the other was stepped", () -> other.turns.get() > 0);
        assertThat(step.turns.get()).isEqualTo(100);
    }

    @Test
    void a_step_that_found_nothing_rests_until_it_is_woken() {
        pool(1);
        Turn step = idle();
        Handle handle = pool.add(step, Placement.SHARED);
        await("the first turn", () -> step.turns.get() == 1);

        handle.wake();

        await("the second turn", () -> step.turns.get() == 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHARED", "OWN_THREAD"})
    void a_step_is_stepped_when_its_time_has_come_though_nobody_wakes_it(Placement placement) {
        pool(1);
        AtomicReference<Turn> self = new AtomicReference<>();
        AtomicInteger early = new AtomicInteger();
        Turn step =
                new Turn(
                        () -> {
                            Turn me = self.get();
                            long now = Clock.SYSTEM.millis();
                            if (me.turns.get() > 0 && now < me.wakeAtMs) {
                                early.incrementAndGet();
                            }
                            me.wakeAtMs = now + 3;
                            return Progress.NONE;
                        });
        self.set(step);
        pool.add(step, placement);

        await("twenty turns", () -> step.turns.get() >= 20);
        assertThat(early).as("turns before their time").hasValueLessThanOrEqualTo(1);
    }

    @Test
    void a_time_to_wake_that_is_told_while_the_watch_looks_elsewhere_is_not_overslept() {
        pool(2);
        // Many steps whose times come and go: were one announcement lost, its step would sleep for
        // a second.
        List<Turn> steps = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            AtomicReference<Turn> self = new AtomicReference<>();
            Turn step =
                    new Turn(
                            () -> {
                                self.get().wakeAtMs = Clock.SYSTEM.millis() + 1;
                                return Progress.NONE;
                            });
            self.set(step);
            steps.add(step);
            pool.add(step, Placement.SHARED);
        }
        for (Turn step : steps) {
            await("a hundred turns", () -> step.turns.get() >= 100);
        }
    }

    @Test
    void threads_are_named_after_the_job_and_see_the_users_classes() {
        pool(1);
        AtomicReference<Thread> shared = new AtomicReference<>();
        AtomicReference<Thread> own = new AtomicReference<>();
        AtomicReference<Thread> io = new AtomicReference<>();
        pool.add(
                new Turn(
                        () -> {
                            shared.set(Thread.currentThread());
                            return Progress.DONE;
                        }),
                Placement.SHARED);
        pool.add(
                new Turn(
                        () -> {
                            own.set(Thread.currentThread());
                            return Progress.NONE;
                        }),
                Placement.OWN_THREAD);
        pool.io("a look at the thread", () -> io.set(Thread.currentThread()));

        for (AtomicReference<Thread> thread : List.of(shared, own, io)) {
            await("the thread is known", () -> thread.get() != null);
            assertThat(thread.get().getName()).startsWith("millrace " + name + " ");
            assertThat(thread.get().getContextClassLoader()).isSameAs(loader);
        }
        assertThat(shared.get().isDaemon()).isTrue();
        assertThat(io.get().isDaemon()).isTrue();
        assertThat(own.get().isDaemon()).as("the job keeps the JVM alive").isFalse();
    }

    @Test
    void work_on_an_io_thread_that_throws_harms_nobody_else() {
        pool(1);
        CountDownLatch done = latch();
        pool.io(
                "something that fails",
                () -> {
                    throw new IllegalStateException("on purpose");
                });
        pool.io("something that works", done::countDown);

        await("the second was done", () -> done.getCount() == 0);
    }

    // ---- blocking user code stalls only its own pipeline

    @Test
    void beside_a_step_that_is_stuck_others_go_on_though_there_is_one_worker_only() {
        pool(1);
        CountDownLatch blocked = latch();
        CountDownLatch entered = latch();
        Turn stuck =
                new Turn(
                        () -> {
                            entered.countDown();
                            await(blocked);
                            return Progress.DONE;
                        });
        pool.add(stuck, Placement.SHARED);
        await("the stuck one is inside", () -> entered.getCount() == 0);

        Turn other = new Turn(() -> Progress.MADE);
        pool.add(other, Placement.SHARED);

        await("the other has had many turns", () -> other.turns.get() > 1000);
        assertThat(stuck.turns).hasValue(0);
    }

    @Test
    void for_each_stuck_step_a_spare_worker_takes_part() {
        pool(2);
        CountDownLatch blocked = latch();
        AtomicInteger inside = new AtomicInteger();
        for (int i = 0; i < 12; i++) {
            pool.add(
                    new Turn(
                            () -> {
                                inside.incrementAndGet();
                                await(blocked);
                                return Progress.DONE;
                            }),
                    Placement.SHARED);
        }
        Turn other = new Turn(() -> Progress.MADE);
        pool.add(other, Placement.SHARED);

        await("all are stuck at once", () -> inside.get() == 12);
        int before = other.turns.get();
        await("the other goes on", () -> other.turns.get() > before + 1000);
    }

    @Test
    void a_step_that_gets_stuck_after_a_long_rest_is_noticed_as_soon_as_another() {
        // Noticed at the next look of a resting watch only, it would take a second each time; a
        // busy
        // machine may take as long, but not each time.
        long ms = msUntilAStuckStepIsNoticed();
        for (int further = 0; further < 9 && ms >= 700; further++) {
            close();
            ms = Math.min(ms, msUntilAStuckStepIsNoticed());
        }
        assertThat(ms).as("ms until the other had its turn").isLessThan(700);
    }

    private long msUntilAStuckStepIsNoticed() {
        pool(1);
        CountDownLatch blocked = latch();
        AtomicBoolean block = new AtomicBoolean();
        Turn sometimesStuck =
                new Turn(
                        () -> {
                            if (block.get()) {
                                await(blocked);
                            }
                            return Progress.NONE;
                        });
        Handle stuckHandle = pool.add(sometimesStuck, Placement.SHARED);
        Turn other = idle();
        Handle otherHandle = pool.add(other, Placement.SHARED);
        await("both have rested", () -> sometimesStuck.turns.get() > 0 && other.turns.get() > 0);
        await(
                "the watch rests too",
                () ->
                        threads("watch").stream()
                                .allMatch(t -> t.getState() == Thread.State.TIMED_WAITING));
        LockSupport.parkNanos(30_000_000); // until its next look would be a second away

        block.set(true);
        long begin = System.nanoTime();
        stuckHandle.wake();
        await("it is inside", () -> threads("worker").stream().anyMatch(WorkerPoolTest::inLatch));
        otherHandle.wake();

        await("the other has its turn", () -> other.turns.get() > 1);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    private static boolean inLatch(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().equals(CountDownLatch.class.getName())) {
                return true;
            }
        }
        return false;
    }

    @Test
    void a_step_that_blocks_again_and_again_gets_a_thread_of_its_own() {
        pool(1);
        Semaphore released = new Semaphore(0);
        AtomicReference<Handle> helperHandle = new AtomicReference<>();
        List<String> ranOn = new ArrayList<>();
        AtomicInteger begun = new AtomicInteger();
        Turn helper =
                new Turn(
                        () -> {
                            released.release();
                            return Progress.NONE;
                        });
        // It waits for a step that can only be stepped once this one counts as stuck: there is one
        // worker.
        Turn habitual =
                new Turn(
                        () -> {
                            if (begun.incrementAndGet() > 8) {
                                return Progress
                                        .NONE; // a closed pool would step nobody to release it
                            }
                            synchronized (ranOn) {
                                ranOn.add(Thread.currentThread().getName());
                            }
                            released.drainPermits();
                            helperHandle.get().wake();
                            released.acquireUninterruptibly();
                            return Progress.MADE;
                        });
        helperHandle.set(pool.add(helper, Placement.SHARED));
        pool.add(habitual, Placement.SHARED);

        await("eight turns", () -> habitual.turns.get() >= 8);
        synchronized (ranOn) {
            assertThat(ranOn.get(0)).contains(" worker-");
            assertThat(ranOn.subList(5, 8))
                    .allSatisfy(thread -> assertThat(thread).contains(" blocking-"));
        }
    }

    @Test
    void surplus_workers_retire_when_stuck_ones_come_back() {
        pool(1);
        CountDownLatch blocked = latch();
        AtomicInteger inside = new AtomicInteger();
        List<Turn> steps = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Turn step =
                    new Turn(
                            () -> {
                                inside.incrementAndGet();
                                await(blocked);
                                return Progress.NONE;
                            });
            steps.add(step);
            pool.add(step, Placement.SHARED);
        }
        await("all are stuck", () -> inside.get() == 6);
        assertThat(threads("worker")).hasSizeGreaterThanOrEqualTo(6);

        blocked.countDown();

        await("one worker is left", () -> threads("worker").size() == 1);
        Turn last = idle();
        pool.add(last, Placement.SHARED);
        await("it works", () -> last.turns.get() > 0);
    }

    // ---- waiting in the middle of a call

    @Test
    void a_step_that_yields_lets_the_others_make_what_it_waits_for() {
        pool(1);
        AtomicBoolean made = new AtomicBoolean();
        AtomicReference<Throwable> problem = new AtomicReference<>();
        AtomicReference<Handle> maker = new AtomicReference<>();
        Turn yields =
                new Turn(
                        () -> {
                            try {
                                maker.get().wake();
                                pool.yieldUntil(made::get);
                            } catch (Throwable t) {
                                problem.set(t);
                            }
                            return Progress.DONE;
                        });
        maker.set(
                pool.add(
                        new Turn(
                                () -> {
                                    made.set(yields.turns.get() == 0);
                                    return Progress.NONE;
                                }),
                        Placement.SHARED));
        await("the maker has run once", () -> made.get());
        made.set(false);

        pool.add(yields, Placement.SHARED);

        await("it went on", () -> yields.turns.get() == 1);
        assertThat(problem.get()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHARED", "OWN_THREAD"})
    void a_step_that_yields_can_be_interrupted_and_the_next_step_does_not_feel_it(
            Placement placement) {
        pool(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean yielding = new AtomicBoolean();
        AtomicBoolean felt = new AtomicBoolean();
        AtomicInteger round = new AtomicInteger();
        Turn step =
                new Turn(
                        () -> {
                            felt.compareAndSet(false, Thread.currentThread().isInterrupted());
                            if (round.getAndIncrement() == 0) {
                                try {
                                    yielding.set(true);
                                    pool.yieldUntil(() -> false);
                                } catch (InterruptedException e) {
                                    thrown.set(e);
                                    Thread.currentThread().interrupt(); // as user code does
                                }
                                return Progress.MADE;
                            }
                            return Progress.DONE;
                        });
        Handle handle = pool.add(step, placement);
        await("it waits", yielding::get);
        assertThat(handle.stack()).isNotEmpty();

        handle.interrupt();

        await("it went on", () -> step.turns.get() == 2);
        assertThat(thrown.get())
                .isInstanceOf(InterruptedException.class)
                .hasMessageContaining("turn");
        assertThat(felt).isFalse();
    }

    @Test
    void nobody_but_a_step_may_yield() {
        pool(1);

        assertThatThrownBy(() -> pool.yieldUntil(() -> true))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Only a step may yield");
    }

    // ---- the end

    @Test
    void after_close_no_thread_is_left() {
        pool(2);
        CountDownLatch blocked = latch();
        CountDownLatch entered = new CountDownLatch(3);
        Turn stuck =
                new Turn(
                        () -> {
                            entered.countDown();
                            await(blocked);
                            return Progress.NONE;
                        });
        pool.add(stuck, Placement.SHARED);
        pool.add(new Turn(() -> Progress.MADE), Placement.SHARED);
        pool.add(idle(), Placement.OWN_THREAD);
        pool.add(
                new Turn(
                        () -> {
                            entered.countDown();
                            return Progress.NONE;
                        }),
                Placement.OWN_THREAD);
        pool.io("something", entered::countDown);
        await("all are at work", () -> entered.getCount() == 0);
        blocked.countDown();

        List<Thread> left = pool.close(20_000);

        assertThat(left).isEmpty();
        await("no thread is left", () -> threads("").isEmpty());
    }

    @Test
    void close_names_the_threads_that_are_still_in_user_code_and_lets_them_end_later() {
        pool(1);
        CountDownLatch blocked = latch();
        CountDownLatch entered = latch();
        pool.add(
                new Turn(
                        () -> {
                            entered.countDown();
                            await(blocked);
                            return Progress.MADE;
                        }),
                Placement.SHARED);
        await("it is inside", () -> entered.getCount() == 0);

        List<Thread> left = pool.close(50);

        assertThat(left).hasSize(1);
        assertThat(left.get(0).getStackTrace()).isNotEmpty();
        blocked.countDown();
        await("it has ended", () -> !left.get(0).isAlive());
    }

    // ---- the protocol between those who wake and those who step

    /** Counts what it has taken of what others put in; never runs twice at a time. */
    private static final class Eater implements Step {
        final AtomicInteger put = new AtomicInteger();
        final AtomicInteger eaten = new AtomicInteger();
        final AtomicBoolean inside = new AtomicBoolean();
        final AtomicBoolean twoInside = new AtomicBoolean();
        final AtomicInteger overstays = new AtomicInteger();
        private final SplittableRandom random;

        Eater(long seed) {
            random = new SplittableRandom(seed);
        }

        @Override
        public Progress step() {
            if (!inside.compareAndSet(false, true)) {
                twoInside.set(true);
            }
            int found = put.get();
            boolean any = eaten.getAndSet(found) < found;
            if (overstays.get() > 0 && random.nextInt(40) == 0) {
                overstays.decrementAndGet();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(WorkerPool.OVERSTAY_MS + 7L));
            }
            inside.set(false);
            // Says MADE by chance only: what it says must not matter to whether a wake is lost.
            return any && random.nextBoolean() ? Progress.MADE : Progress.NONE;
        }

        @Override
        public long wakeAtMs() {
            return Long.MAX_VALUE;
        }

        @Override
        public String name() {
            return "eater";
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void no_wake_is_lost_and_no_step_runs_twice_at_a_time(long seed) throws Exception {
        SplittableRandom chance = new SplittableRandom(seed);
        pool(1 + chance.nextInt(3));
        List<Eater> eaters = new ArrayList<>();
        List<Handle> handles = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Eater eater = new Eater(chance.nextLong());
            eater.overstays.set(seed % 2 == 0 ? 4 : 0);
            eaters.add(eater);
            handles.add(pool.add(eater, i == 4 ? Placement.OWN_THREAD : Placement.SHARED));
        }
        List<Thread> wakers = new ArrayList<>();
        Set<Throwable> problems = ConcurrentHashMap.newKeySet();
        for (int t = 0; t < 4; t++) {
            SplittableRandom random = chance.split();
            Thread waker =
                    new Thread(
                            () -> {
                                for (int round = 0; round < 4000; round++) {
                                    int i = random.nextInt(eaters.size());
                                    eaters.get(i).put.incrementAndGet();
                                    handles.get(i).wake();
                                    if (random.nextInt(200) == 0) {
                                        LockSupport.parkNanos(random.nextInt(300_000));
                                    }
                                }
                            });
            waker.setUncaughtExceptionHandler((thread, e) -> problems.add(e));
            wakers.add(waker);
        }
        wakers.forEach(Thread::start);
        for (Thread waker : wakers) {
            waker.join();
        }

        for (Eater eater : eaters) {
            await("all that was put in is taken", () -> eater.eaten.get() == eater.put.get());
            assertThat(eater.twoInside).isFalse();
        }
        assertThat(problems).isEmpty();
    }
}
