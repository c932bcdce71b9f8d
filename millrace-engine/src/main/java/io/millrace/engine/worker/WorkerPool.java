// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

import io.millrace.engine.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one job: as many shared workers as wanted (usually one per core), each taking the
 * next step that has something to do.
 *
 * <p><b>Blocking user code stalls only its own pipeline.</b> A watch thread looks at the workers
 * every {@value #WATCH_MS} ms. One that has been inside the same step for longer than {@value
 * #OVERSTAY_MS} ms counts as stuck; for each stuck one a spare takes part, so that there are always
 * enough free ones for the other steps. A step that overstays again and again is given a thread of
 * its own, and disturbs nobody any more. When stuck workers come back there are too many; the
 * surplus retires.
 *
 * <p><b>Waiting in the middle of a call</b> ({@link #yieldUntil}) is the same thing asked for
 * politely: the worker counts as stuck from that moment.
 *
 * <p>All threads bear the job's name, have the user's class loader as context class loader, and are
 * gone after {@link #close}.
 */
public final class WorkerPool implements Workers, AutoCloseable {

    static final int WATCH_MS = 5;
    static final int OVERSTAY_MS = 10;
    private static final int IO_THREADS = 8;
    private static final int STEP_END_MS = 1000;

    /**
     * After this long a sleeping step is asked again, so that sums with its time can't overflow.
     */
    private static final long LONGEST_SLEEP_MS = 24L * 60 * 60 * 1000;

    private static final int SPINS_BEFORE_PARK = 50;
    private static final long LONGEST_WATCH_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SHORTEST_WATCH_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final String KEEPS_JVM_ALIVE = "job";
    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    private final String name;
    private final int wanted;
    private final Clock clock;
    private final ClassLoader userClassLoader;
    private final ConcurrentLinkedQueue<StepSlot> ready = new ConcurrentLinkedQueue<>();
    private final List<StepSlot> slots = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Thread> parked = new ConcurrentLinkedQueue<>();
    private final AtomicInteger sharedWorkers = new AtomicInteger();
    private final AtomicInteger stuckWorkers = new AtomicInteger();
    private final AtomicInteger threadNumber = new AtomicInteger();
    private final ThreadPoolExecutor io;

    /** Each call has a thread, so that one that hangs stalls no other. */
    private final ThreadPoolExecutor calls;

    private final Thread watch;
    private volatile long watchAtNanos = Long.MAX_VALUE;

    /** Whether the watch thread saw nothing to watch and may sleep long. */
    private volatile boolean watchRests;

    private volatile boolean closed;

    /**
     * @param name of the job, for thread names
     * @param workers shared workers that should be free to step at any time
     */
    public WorkerPool(String name, int workers, Clock clock, ClassLoader userClassLoader) {
        this.name = name;
        this.wanted = workers;
        this.clock = clock;
        this.userClassLoader = userClassLoader;
        this.io =
                new ThreadPoolExecutor(
                        IO_THREADS,
                        IO_THREADS,
                        1,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        work -> thread("io", work));
        io.allowCoreThreadTimeOut(true);
        this.calls =
                new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        1,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        this::callThread);
        this.watch = thread("watch", this::watch);
        threads.add(watch);
        watch.start();
    }

    private Thread thread(String role, Runnable body) {
        Thread thread =
                new Thread(
                        body,
                        "millrace " + name + " " + role + "-" + threadNumber.incrementAndGet());
        // A step that asked for its own thread (the supervisor) keeps the JVM alive until the job
        // has ended; those
        // that help it do not.
        thread.setDaemon(!role.equals(KEEPS_JVM_ALIVE));
        thread.setContextClassLoader(userClassLoader);
        return thread;
    }

    /** One that is counted among those that must be gone at the end. */
    private Thread callThread(Runnable work) {
        Thread thread =
                thread(
                        "call",
                        () -> {
                            try {
                                work.run();
                            } finally {
                                threads.remove(Thread.currentThread());
                            }
                        });
        threads.add(thread);
        return thread;
    }

    @Override
    public Handle add(Step step, Placement placement) {
        StepSlot slot = new StepSlot(step, this);
        if (placement == Placement.OWN_THREAD) {
            startOwnThread(slot, KEEPS_JVM_ALIVE);
        }
        slots.add(slot);
        slot.wake();
        return slot;
    }

    /** Called by a slot that has just become QUEUED. */
    void enqueue(StepSlot slot) {
        Thread own = slot.ownThread();
        if (own != null) {
            LockSupport.unpark(own);
            return;
        }
        ready.add(slot);
        Thread idle = parked.poll();
        if (idle != null) {
            LockSupport.unpark(idle);
        } else if (sharedWorkers.get() - stuckWorkers.get() < wanted) {
            startSharedWorker();
        } else if (watchRests) {
            LockSupport.unpark(watch); // all are busy, and some of them may be so for long
        }
    }

    private synchronized void startSharedWorker() {
        if (closed || sharedWorkers.get() - stuckWorkers.get() >= wanted) {
            return;
        }
        sharedWorkers.incrementAndGet();
        Thread worker = thread("worker", this::work);
        threads.add(worker);
        worker.start();
    }

    /** The life of a shared worker. */
    private void work() {
        Thread self = Thread.currentThread();
        int spins = 0;
        while (!closed) {
            if (sharedWorkers.get() - stuckWorkers.get() > wanted && retire()) {
                threads.remove(self);
                passOnWake();
                return;
            }
            StepSlot slot = ready.poll();
            if (slot == null) {
                if (++spins < SPINS_BEFORE_PARK) {
                    Thread.onSpinWait();
                    continue;
                }
                spins = 0;
                parked.add(self);
                if (ready.isEmpty() && !closed) {
                    LockSupport.park(this);
                }
                parked.remove(self);
                continue;
            }
            spins = 0;
            if (slot.ownThread() != null) { // it moved out while it was queued
                LockSupport.unpark(slot.ownThread());
                continue;
            }
            run(slot, self);
        }
        sharedWorkers.decrementAndGet();
        threads.remove(self);
    }

    private synchronized boolean retire() {
        if (sharedWorkers.get() - stuckWorkers.get() > wanted) {
            sharedWorkers.decrementAndGet();
            return true;
        }
        return false;
    }

    /** What this worker was woken for, another must do now. */
    private void passOnWake() {
        if (!ready.isEmpty()) {
            Thread idle = parked.poll();
            if (idle != null) {
                LockSupport.unpark(idle);
            }
        }
    }

    private void run(StepSlot slot, Thread self) {
        slot.begin(self, clock.nanos());
        Progress progress = step(slot);
        Thread.interrupted(); // an interrupt meant for the step must not reach the next one
        boolean stuck = releaseStuck(slot);
        if (stuck && progress != Progress.DONE && slot.overstayed(clock.nanos())) {
            LOG.debug("{} blocks often; it gets a thread of its own", slot.step.name());
            startOwnThread(slot, "blocking");
        }
        boolean again = end(slot, progress);
        releaseStuck(slot); // the watch may have marked it between the step's return and its end
        if (slot.isGone()) {
            slots.remove(slot);
        } else if (again && slot.ownThread() == null) {
            ready.add(slot); // wakes nobody: this worker looks there next
        } else if (again) {
            LockSupport.unpark(slot.ownThread());
        } else if (slot.ownThread() != null) {
            LockSupport.unpark(slot.ownThread()); // it must learn the new time to wake at
        } else {
            announce(slot.wakeAtNanos);
        }
    }

    private static Progress step(StepSlot slot) {
        try {
            return slot.step.step();
        } catch (Throwable t) {
            broke(slot.step, t);
            return Progress.DONE;
        }
    }

    private static boolean end(StepSlot slot, Progress progress) {
        try {
            return slot.end(progress);
        } catch (Throwable t) {
            broke(slot.step, t);
            return slot.end(Progress.DONE);
        }
    }

    /** Whatever it was, the worker goes on with the other steps. */
    private static void broke(Step step, Throwable cause) {
        try {
            LOG.error("A step threw; this is a fault of Millrace. It was {}", step.name(), cause);
        } catch (Throwable t) {
            cause.addSuppressed(t); // the memory may be full
        }
        try {
            step.broke(cause);
        } catch (Throwable t) {
            LOG.error("Nobody could be told that {} broke", step.name(), t);
        }
    }

    /** Gives the step a thread that runs nothing else. */
    private void startOwnThread(StepSlot slot, String role) {
        Thread own = thread(role, () -> workAlone(slot));
        slot.ownThread(own);
        threads.add(own);
        own.start();
    }

    private void workAlone(StepSlot slot) {
        Thread self = Thread.currentThread();
        while (!closed && !slot.isGone()) {
            if (!slot.isQueued()) {
                long atNanos = slot.wakeAtNanos;
                if (atNanos == Long.MAX_VALUE) {
                    LockSupport.park(slot);
                } else {
                    long waitNanos = atNanos - clock.nanos();
                    if (waitNanos > 0) {
                        LockSupport.parkNanos(slot, waitNanos);
                    }
                    if (clock.nanos() >= atNanos) {
                        slot.wake();
                    }
                }
                continue;
            }
            slot.begin(self, clock.nanos());
            Progress progress = step(slot);
            Thread.interrupted();
            end(slot, progress);
        }
        if (slot.isGone()) {
            slots.remove(slot);
        }
        threads.remove(self);
    }

    /**
     * A moment of the wall clock, as it goes now, by the clock that nobody sets; MAX_VALUE stays.
     */
    long nanosOf(long wakeAtMs) {
        if (wakeAtMs == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        long inMs = Math.max(0, Math.min(wakeAtMs - clock.millis(), LONGEST_SLEEP_MS));
        return clock.nanos() + TimeUnit.MILLISECONDS.toNanos(inMs);
    }

    private void announce(long wakeAtNanos) {
        if (wakeAtNanos < watchAtNanos) {
            LockSupport.unpark(watch);
        }
    }

    /**
     * The life of the watch thread: wakes steps whose time has come, and looks for stuck workers.
     */
    private void watch() {
        while (!closed) {
            // Before the look: what happens during it unparks this thread, and it looks again.
            watchAtNanos = Long.MAX_VALUE;
            watchRests = true;
            long nowNanos = clock.nanos();
            long nextNanos = Long.MAX_VALUE;
            boolean busy = false;
            for (StepSlot slot : slots) {
                if (slot.ownThread() != null) {
                    continue;
                }
                if (slot.isIdle()) {
                    long at = slot.wakeAtNanos;
                    if (at <= nowNanos) {
                        slot.wake();
                        busy = true;
                    } else {
                        nextNanos = Math.min(nextNanos, at);
                    }
                } else {
                    busy = true;
                    if (slot.isRunning()
                            && nowNanos - slot.runningSinceNanos
                                    > TimeUnit.MILLISECONDS.toNanos(OVERSTAY_MS)) {
                        markStuck(slot);
                    }
                }
            }
            if (!ready.isEmpty()) {
                startSharedWorker();
            }
            watchAtNanos = nextNanos;
            watchRests = !busy;
            long restNanos =
                    nextNanos == Long.MAX_VALUE
                            ? LONGEST_WATCH_PAUSE_NANOS
                            : Math.max(SHORTEST_WATCH_PAUSE_NANOS, nextNanos - nowNanos);
            LockSupport.parkNanos(
                    this,
                    busy
                            ? Math.min(TimeUnit.MILLISECONDS.toNanos(WATCH_MS), restNanos)
                            : restNanos);
        }
    }

    private void markStuck(StepSlot slot) {
        if (slot.markStuck()) {
            stuckWorkers.incrementAndGet();
            if (!slot.isRunning()) { // it came back in this very moment, and looked before the mark
                // was set
                releaseStuck(slot);
            } else if (!ready.isEmpty()) {
                startSharedWorker();
            }
        }
    }

    /** True when the step had been counted as stuck. */
    private boolean releaseStuck(StepSlot slot) {
        if (slot.clearStuck()) {
            stuckWorkers.decrementAndGet();
            return true;
        }
        return false;
    }

    @Override
    public void yieldUntil(Condition condition) throws InterruptedException {
        StepSlot slot = slotOfThisThread();
        if (slot == null) {
            throw new IllegalStateException("Only a step may yield, and only on its own thread");
        }
        slot.yielding(true);
        try {
            if (slot.ownThread() == null) {
                markStuck(slot);
            }
            while (!condition.holds()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException(slot.step.name() + " was interrupted");
                }
                // The consumer wakes this step when it makes room; the bound is against a wake
                // between
                // the check and the park of a step that others do not know to be waiting.
                LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
            }
        } finally {
            slot.yielding(false);
        }
    }

    private StepSlot slotOfThisThread() {
        Thread self = Thread.currentThread();
        for (StepSlot slot : slots) {
            if (slot.runner() == self) {
                return slot;
            }
        }
        return null;
    }

    @Override
    public void io(String what, Runnable work) {
        io.execute(guarded(what, work));
    }

    @Override
    public void call(String what, Runnable work) {
        try {
            calls.execute(guarded(what, work));
        } catch (RejectedExecutionException e) {
            LOG.debug("'{}' is not run any more, the job has ended", what, e);
        }
    }

    private static Runnable guarded(String what, Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (Throwable t) {
                LOG.error("Millrace failed at '{}'", what, t);
            }
        };
    }

    @Override
    public Clock clock() {
        return clock;
    }

    /**
     * Ends all threads; waits for those that can end.
     *
     * @param waitMs longest wait for I/O that is under way; a thread inside user code gets a second
     *     of it
     * @return threads that are still inside user code
     */
    public List<Thread> close(long waitMs) {
        synchronized (this) {
            closed = true;
        }
        io.shutdown();
        calls.shutdownNow();
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        List<Thread> alive = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
        // One that is not in user code ends at once.
        long stepDeadline =
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(waitMs, STEP_END_MS));
        boolean interrupted = false;
        try {
            for (Thread thread : threads) {
                if (thread != Thread.currentThread()) {
                    long leftMs =
                            Math.max(
                                    1,
                                    TimeUnit.NANOSECONDS.toMillis(
                                            stepDeadline - System.nanoTime()));
                    thread.join(leftMs);
                    if (thread.isAlive()) {
                        alive.add(thread);
                    }
                }
            }
            long left = Math.max(1, deadline - System.nanoTime());
            if (!io.awaitTermination(left, TimeUnit.NANOSECONDS)) {
                io.shutdownNow();
            }
        } catch (InterruptedException e) {
            interrupted = true;
            io.shutdownNow();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return alive;
    }

    @Override
    public void close() {
        close(10_000);
    }
}
