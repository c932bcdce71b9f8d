// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

import io.millrace.core.io.InputStatus;
import io.millrace.engine.time.Clock;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.api.watermark.Watermark;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the endless {@code run} method of a {@link SourceFunction} on a thread of its own and hands
 * what it emits, through a bounded buffer, to the task that steps.
 *
 * <h2>The checkpoint lock</h2>
 *
 * Flink promises: what a source does inside {@code synchronized (ctx.getCheckpointLock())} is not
 * cut by a snapshot. User code relies on it: <code>
 * synchronized (lock) { ctx.collect(x); offset++; }</code>. Two things make this hard here. The
 * buffer may be full while the user's code holds the lock; so the task must never wait for the
 * lock, for it is the task that empties the buffer. And a Java monitor can't be tried; so somebody
 * else has to stand in line for it. That is the <em>holder</em>, a second thread: when the task
 * wants a snapshot it calls {@link #tryLock}, which sends the holder to the monitor and returns
 * false. The task goes on taking elements. Once the holder is inside, the source can't emit; when
 * the buffer is empty as well {@link #tryLock} returns true. Everything the source emitted has then
 * passed the task, and the source's fields are exactly as of that moment. {@link #unlock} lets the
 * holder out again.
 *
 * <p>Monitors are not fair: a source in a tight loop could win its lock back each time. So while
 * the holder is wanted, {@code getCheckpointLock()} and the emitting methods, called by a thread
 * that doesn't hold the lock, wait until the holder has come and gone.
 *
 * <h2>Stepped mode</h2>
 *
 * In a simulation the source's thread runs only while the scheduler waits for it: {@link #poll}
 * with an empty buffer passes it the baton and waits until it has handed over one element or has
 * ended. So a source must, in a simulation, sooner or later emit something or return. A source that
 * asks {@code getCheckpointLock()} anew for each element stands still at the same element in every
 * run of one seed; for one that keeps the lock in a variable it is chance how many more it emits
 * until the holder is inside (its snapshots are exact all the same).
 *
 * <p>Used by the task's step only.
 *
 * @param <T> what the source emits
 */
public final class SourceFeeder<T> implements AutoCloseable {

    /** How the source's thread gets its turns. */
    public enum Mode {
        /** As the operating system likes. */
        FREE,
        /** Only while {@link #poll} waits for it. */
        STEPPED
    }

    /** Takes what the source has emitted, one element per {@link #poll}. */
    public interface Receiver<T> {
        /** {@code timestamp} is {@link Long#MIN_VALUE} where the source gave none. */
        void record(T value, long timestamp) throws Exception;

        void watermark(long timestamp) throws Exception;

        void idle() throws Exception;
    }

    /** User code to be run inside the checkpoint lock. */
    public interface Action {
        void run() throws Exception;
    }

    private record LockedCall(Action action) {}

    private static final Logger LOG = LoggerFactory.getLogger(SourceFeeder.class);

    private static final Object WATERMARK = new Object();
    private static final Object IDLE = new Object();
    private static final CompletableFuture<Void> NOW = CompletableFuture.completedFuture(null);

    private final SourceFunction<T> function;
    private final String name;
    private final ClassLoader userLoader;
    private final Mode mode;
    private final Runnable wake;

    /** The user's checkpoint lock. */
    private final Object checkpointLock = new Object();

    /** Written by whoever holds the checkpoint lock, read by the task. */
    private final FeedBuffer buffer;

    /** Waits in {@link #put} for room. */
    private volatile Thread waitingForRoom;

    /** The task waits for an element. */
    private final AtomicReference<CompletableFuture<Void>> waitingForElement =
            new AtomicReference<>();

    /**
     * Guards the fields below, and is what threads of the source wait on; never held while user
     * code runs.
     */
    private final Object turn = new Object();

    private Thread source;
    private Thread holder;
    private LockedCall lockedCall; // what the holder is to run
    private Throwable lockedCallFailure;
    private boolean inLine; // the holder is about to enter the checkpoint lock
    private boolean feeding; // stepped: the source's thread has the baton
    private boolean gated; // stepped: it stands before the lock because the holder is wanted
    private long wanted; // number of the lock request that is open; 0: none
    private long requests;
    private long held; // number of the request that the holder is inside for; 0: outside
    private boolean ended; // run() has returned or thrown
    private Throwable failure;
    private boolean failureTold;
    private volatile boolean cancelled;
    private boolean functionCancelled;

    /** Read without the guard on the way of each record. */
    private volatile boolean holderWanted;

    /**
     * A feeder; its thread starts with the first {@link #poll}.
     *
     * @param name of the operator and subtask, for thread names and messages
     * @param clock tells how fast the task takes what is emitted
     * @param wake has the task step again; called by the holder when it is inside the lock
     */
    public SourceFeeder(
            SourceFunction<T> function,
            String name,
            ClassLoader userLoader,
            Mode mode,
            Clock clock,
            Runnable wake) {
        this.function = function;
        this.name = name;
        this.userLoader = userLoader;
        this.mode = mode;
        this.buffer = new FeedBuffer(clock);
        this.wake = wake;
    }

    // ------------------------------------------------------------------ the task's side

    /**
     * Hands one element to the receiver, if there is one.
     *
     * @throws Exception what {@code run} threw, after all that it had emitted before was handed
     *     over
     */
    public InputStatus poll(Receiver<? super T> receiver) throws Exception {
        if (takeOne(receiver)) {
            return InputStatus.MORE_AVAILABLE;
        }
        start();
        if (mode == Mode.STEPPED) {
            giveTurn();
            if (takeOne(receiver)) {
                return InputStatus.MORE_AVAILABLE;
            }
        }
        synchronized (turn) {
            if (!ended) {
                return InputStatus.NOTHING_AVAILABLE;
            }
        }
        // It ended after we looked: what it emitted last is still to be taken.
        if (takeOne(receiver)) {
            return InputStatus.MORE_AVAILABLE;
        }
        throwFailure();
        return InputStatus.END_OF_INPUT;
    }

    @SuppressWarnings("unchecked") // only the source's own values were put in
    private boolean takeOne(Receiver<? super T> receiver) throws Exception {
        Object value = buffer.take();
        if (value == null) {
            return false;
        }
        Thread waiting = waitingForRoom;
        if (waiting != null && buffer.isHalfEmpty()) {
            LockSupport.unpark(waiting);
        }
        long timestamp = buffer.takenTimestamp();
        if (value == WATERMARK) {
            receiver.watermark(timestamp);
        } else if (value == IDLE) {
            receiver.idle();
        } else {
            receiver.record((T) value, timestamp);
        }
        return true;
    }

    private void throwFailure() throws Exception {
        Throwable thrown;
        synchronized (turn) {
            thrown = failureTold ? null : failure;
            failureTold = true;
        }
        rethrow(thrown);
    }

    private static void rethrow(Throwable thrown) throws Exception {
        if (thrown instanceof Exception e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
    }

    /** Completes when {@link #poll} is worth calling again. */
    public CompletableFuture<?> available() {
        if (mode == Mode.STEPPED) {
            return NOW;
        }
        CompletableFuture<Void> wait = new CompletableFuture<>();
        waitingForElement.set(wait);
        boolean over;
        synchronized (turn) {
            over = ended;
        }
        if (over || !buffer.isEmpty()) {
            waitingForElement.set(null);
            return NOW;
        }
        return wait;
    }

    /**
     * Asks that the source stands still with nothing left in the buffer; true once it is so. While
     * it is false the task has to go on polling.
     */
    public boolean tryLock() {
        synchronized (turn) {
            if (source == null || ended) {
                return buffer.isEmpty();
            }
            if (wanted == 0) {
                wanted = ++requests;
                holderWanted = true;
                startHolder();
                turn.notifyAll();
            }
            if (held != wanted && mode == Mode.FREE) {
                return false;
            }
        }
        if (mode == Mode.STEPPED && !runUntilHeld()) {
            return false;
        }
        return buffer.isEmpty();
    }

    /** Lets the source go on. Harmless when nothing was asked for. */
    public void unlock() {
        synchronized (turn) {
            if (wanted == 0) {
                return;
            }
            wanted = 0;
            holderWanted = false;
            turn.notifyAll();
        }
        if (mode == Mode.STEPPED) {
            awaitStandstill();
        }
    }

    /**
     * Runs user code that may itself synchronize on the checkpoint lock (a snapshot, a
     * notification), between {@link #tryLock} and {@link #unlock}. While the holder has the lock it
     * is the holder that runs it, and the caller waits: on the task's own thread such code would
     * wait for the holder for ever.
     */
    public void runLocked(Action action) throws Exception {
        Thread runner;
        synchronized (turn) {
            runner = held != 0 && held == wanted ? holder : null;
            if (runner != null) {
                lockedCall = new LockedCall(action);
                turn.notifyAll();
            }
        }
        if (runner == null) {
            action.run();
            return;
        }
        Throwable thrown;
        boolean interrupted = false;
        synchronized (turn) {
            while (lockedCall != null) {
                try {
                    turn.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                    runner.interrupt(); // it is the user's code that is stuck, and it runs there
                }
            }
            thrown = lockedCallFailure;
            lockedCallFailure = null;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        rethrow(thrown);
    }

    /**
     * Tells the source to end: calls its {@code cancel}, once, and has its emitting methods fail
     * from now on. Idempotent; also before anything began.
     */
    public void cancel() {
        boolean tell;
        Thread waiting;
        synchronized (turn) {
            cancelled = true;
            tell = source != null && !ended && !functionCancelled;
            functionCancelled |= tell;
            wanted = 0;
            holderWanted = false;
            waiting = waitingForRoom;
            turn.notifyAll();
        }
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
        if (tell) {
            function.cancel();
        }
    }

    /**
     * Cancels, and waits until the source's thread has left the user's code, since its function may
     * be closed only then. When the waiting thread is interrupted (the engine does so with a stuck
     * call) the source's thread is interrupted in turn, its stack is logged, and the waiting goes
     * on.
     */
    @Override
    public void close() {
        RuntimeException cancelFailed = null;
        try {
            cancel();
        } catch (RuntimeException e) {
            cancelFailed = e;
        }
        Thread feeding;
        Thread holding;
        synchronized (turn) {
            feeding = source;
            holding = holder;
        }
        boolean interrupted = awaitEnd(feeding);
        interrupted |= awaitEnd(holding);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (cancelFailed != null) {
            throw cancelFailed;
        }
    }

    private boolean awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (thread != null && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
                Exception where = new Exception("stack of the source's thread");
                where.setStackTrace(thread.getStackTrace());
                LOG.warn(
                        "The source {} has not left its run method although it was cancelled; interrupting it",
                        name,
                        where);
                thread.interrupt();
            }
        }
        return interrupted;
    }

    // ------------------------------------------------------------------ threads

    private void start() {
        synchronized (turn) {
            if (source != null || cancelled) {
                if (source == null) {
                    ended = true;
                }
                return;
            }
            source = new Thread(this::runFunction, "millrace source " + name);
            source.setDaemon(true);
            source.setContextClassLoader(userLoader);
            source.start();
        }
    }

    private void startHolder() {
        if (holder == null) {
            holder = new Thread(this::hold, "millrace source lock " + name);
            holder.setDaemon(true);
            holder.setContextClassLoader(userLoader);
            holder.start();
        }
    }

    private void runFunction() {
        Throwable thrown = null;
        try {
            awaitTurn();
            function.run(new Context());
        } catch (Throwable e) {
            thrown = e;
        }
        if (cancelled) {
            thrown = null; // it was told to stop; how it did so is nobody's concern
        }
        synchronized (turn) {
            failure = thrown;
            ended = true;
            feeding = false;
            turn.notifyAll();
        }
        elementThere();
    }

    /**
     * The holder's life: stands in line for the checkpoint lock when wanted, stays inside until let
     * go.
     */
    private void hold() {
        while (true) {
            long request;
            synchronized (turn) {
                waitUntil(() -> wanted != 0 || ended || cancelled);
                if (ended || cancelled) {
                    return;
                }
                request = wanted;
                inLine = true;
            }
            synchronized (checkpointLock) {
                synchronized (turn) {
                    inLine = false;
                    if (ended) {
                        // Nothing is left to be held off, and the task, which need not wait for
                        // this thread any more, may be about to take the lock itself.
                        return;
                    }
                    held = request;
                    turn.notifyAll();
                }
                wake.run();
                stayInside(request);
            }
        }
    }

    private void stayInside(long request) {
        while (true) {
            LockedCall call;
            synchronized (turn) {
                waitUntil(() -> wanted != request || cancelled || ended || lockedCall != null);
                call = lockedCall;
                if (call == null) {
                    held = 0;
                    turn.notifyAll();
                    return;
                }
            }
            Throwable thrown = null;
            try {
                call.action().run();
            } catch (Throwable e) {
                thrown = e;
            }
            synchronized (turn) {
                lockedCallFailure = thrown;
                lockedCall = null;
                turn.notifyAll();
            }
        }
    }

    /**
     * Waits on {@link #turn}, which the caller holds. An interrupt is meant for user code: it must
     * not break the bookkeeping, and is there again when the waiting is over.
     */
    private void waitUntil(BooleanSupplier condition) {
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            try {
                turn.wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // ------------------------------------------------------------------ stepped mode

    /** Lets the source's thread run until it has handed something over or has ended. */
    private void giveTurn() {
        synchronized (turn) {
            if (ended || wanted != 0) {
                return;
            }
            feeding = true;
            turn.notifyAll();
            waitUntil(() -> !feeding || ended);
        }
    }

    /** In stepped mode the source's thread waits here for the baton. */
    private void awaitTurn() {
        if (mode == Mode.FREE) {
            return;
        }
        synchronized (turn) {
            waitUntil(() -> feeding || cancelled);
        }
    }

    /**
     * Lets the source's thread run on until the holder is inside the lock. True when it is; false
     * when the buffer got full before.
     */
    private boolean runUntilHeld() {
        synchronized (turn) {
            if (held == wanted) {
                return true;
            }
        }
        // If nobody is inside, the holder gets in by itself; if the source is, the holder stands in
        // line.
        while (!heldOrInLine()) {
            Thread.onSpinWait();
        }
        synchronized (turn) {
            if (held != wanted && !ended) {
                feeding = true;
                turn.notifyAll();
                waitUntil(() -> held == wanted || !feeding || ended);
                if (ended) {
                    return true;
                }
                if (held != wanted) {
                    return false;
                }
            }
        }
        awaitStandstill();
        return true;
    }

    private boolean heldOrInLine() {
        Thread standing;
        synchronized (turn) {
            if (held == wanted || ended) {
                return true;
            }
            standing = inLine ? holder : null;
        }
        return standing != null && standing.getState() == Thread.State.BLOCKED;
    }

    /**
     * The source's thread has been let run without the baton's end in sight: waits until it stands.
     */
    private void awaitStandstill() {
        while (true) {
            synchronized (turn) {
                boolean locked = held != 0 && held == wanted;
                if (!feeding || ended || cancelled) {
                    return;
                }
                if (locked && (gated || source.getState() == Thread.State.BLOCKED)) {
                    return;
                }
            }
            Thread.onSpinWait();
        }
    }

    // ------------------------------------------------------------------ the source's side

    /** Lets the holder go first where it is wanted and the caller is not inside the lock yet. */
    private void giveWay() {
        if (!holderWanted || Thread.holdsLock(checkpointLock)) {
            return;
        }
        synchronized (turn) {
            gated = true;
            turn.notifyAll();
            waitUntil(() -> wanted == 0 || cancelled);
            gated = false;
        }
    }

    private void put(Object value, long timestamp) {
        giveWay();
        synchronized (checkpointLock) {
            checkCancelled();
            if (buffer.isFull()) {
                awaitRoom();
            }
            buffer.put(value, timestamp);
            if (mode == Mode.STEPPED) {
                handOver();
            } else {
                elementThere();
            }
        }
    }

    private void elementThere() {
        if (waitingForElement.get() != null) {
            CompletableFuture<Void> waiting = waitingForElement.getAndSet(null);
            if (waiting != null) {
                waiting.complete(null);
            }
        }
    }

    private void awaitRoom() {
        boolean interrupted = false;
        if (mode == Mode.FREE) {
            waitingForRoom = Thread.currentThread();
            while (buffer.isFull() && !cancelled) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            waitingForRoom = null;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        checkCancelled();
    }

    /**
     * Stepped: gives the baton back, unless the scheduler wants the lock to become free and there
     * is room.
     */
    private void handOver() {
        synchronized (turn) {
            if (wanted != 0 && held != wanted && !buffer.isFull()) {
                return;
            }
            feeding = false;
            turn.notifyAll();
            waitUntil(() -> feeding || cancelled);
        }
        checkCancelled();
    }

    private void checkCancelled() {
        if (cancelled) {
            throw new SourceCancelled(name);
        }
    }

    /** Ends {@code run} of a cancelled source that goes on emitting. */
    private static final class SourceCancelled extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SourceCancelled(String name) {
            super("The source " + name + " was cancelled and can emit no more", null, false, false);
        }
    }

    private final class Context implements SourceFunction.SourceContext<T> {

        @Override
        public void collect(T element) {
            put(element, Long.MIN_VALUE);
        }

        @Override
        public void collectWithTimestamp(T element, long timestamp) {
            put(element, timestamp);
        }

        @Override
        public void emitWatermark(Watermark mark) {
            put(WATERMARK, mark.getTimestamp());
        }

        @Override
        public void markAsTemporarilyIdle() {
            put(IDLE, 0);
        }

        @Override
        public Object getCheckpointLock() {
            giveWay();
            return checkpointLock;
        }

        /** The end of data is when {@code run} returns. */
        @Override
        public void close() {}
    }
}
