// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.engine.worker.Progress;
import io.millrace.engine.worker.Step;
import io.millrace.engine.worker.Workers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps everything an engine has to step, one thing at a time, in an order drawn from a seed.
 *
 * <h2>The idea</h2>
 *
 * A distributed or many-threaded program is hard to test because what happens depends on who comes
 * first, and nobody can say afterwards who did. FoundationDB, and after it TigerBeetle with its
 * VOPR, turned this round: let the program ask one place for everything that is not determined by
 * its input (whose turn it is, what time it is, whether the disk answers), and in tests let that
 * place draw its answers from a pseudo-random sequence. A run is then a function of one number, the
 * seed. Thousands of seeds visit orders that no stress test meets in years, at the speed of memory;
 * and the seed of a failure replays it, step for step, under a debugger too.
 *
 * <p>Millrace was built to allow it: nothing in the engine starts a thread, waits or asks the time
 * but through {@link Workers}. So this class is all that a simulation needs in the place of the
 * pool: tasks, source coordinators, the supervisor and each piece of I/O work are turns, and whose
 * turn is next is drawn. Nothing in the engine can tell the difference.
 *
 * <h2>Whose turn</h2>
 *
 * Each step gets a weight when it is added, from 1 to 32, and new ones are dealt now and then: an
 * even draw would hardly ever starve a step for long, and it is starvation that finds what is lost
 * when a channel is full or an alignment takes long. A step that found nothing to do waits for its
 * wake or its time, as in the pool, so a wake that the engine forgets is found here as a
 * standstill.
 *
 * <h2>Time</h2>
 *
 * The clock goes on a little at some turns. When nobody has anything to do it jumps to the next
 * moment at which somebody will. If there is no such moment the job hangs, and {@link #run} says
 * who waits.
 *
 * <h2>Waiting in the middle of a call</h2>
 *
 * A step that can't go on in the middle of a call ({@link #yieldUntil}) keeps its Java stack; and
 * two such stacks must be able to go on in any order. So there is one thread per such stack, and a
 * baton: only the thread that has it runs, and it is handed over explicitly. To the engine, and for
 * the seed, that is one thread.
 */
public final class SimulatedWorkers implements Workers {

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedWorkers.class);

    private static final int MAX_WEIGHT_BITS = 5;
    private static final int REDEAL_EVERY = 256;
    private static final long LONGEST_SLEEP_MS = TimeUnit.DAYS.toMillis(1);
    private static final long JOIN_MS = 10_000;

    /** Hears of every turn; may throw nothing. */
    interface Witness {
        /** Before a turn. */
        void turn(String who, long number);

        /** How long, in milliseconds, a piece of I/O work is to be put off. */
        long delayMs(String what);
    }

    private final Random random;
    private final ManualClock clock;
    private final Witness witness;
    private final List<Slot> slots = new ArrayList<>();
    private final List<Work> works = new ArrayList<>();
    private final Queue<Slot> foreignWakes = new ConcurrentLinkedQueue<>();
    private final Carrier main = new Carrier();
    private final ArrayDeque<Carrier> idle = new ArrayDeque<>();
    private final List<Carrier> carriers = new ArrayList<>();

    private Carrier current = main;
    private Thread mainThread;
    private BooleanSupplier until = () -> true;
    private long maxTurns;
    private long turns;

    /** Turns that may have changed something; a waiting call asks again only when there was one. */
    private long happenings;

    private boolean closed;
    private RuntimeException broken;

    /** One that has the baton or waits for it. */
    private static final class Carrier {
        final Semaphore baton = new Semaphore(0);
        Slot inside;
        Thread thread;
    }

    /** A piece of I/O work. */
    private record Work(String what, Runnable work, long notBeforeNanos) {}

    /** A step and where it stands. */
    private final class Slot implements Handle {
        final Step step;
        int weight = weight();
        boolean queued = true;
        boolean inside;
        boolean interrupted;
        long wakeAtNanos = Long.MAX_VALUE;

        /** Set while the step waits in the middle of a call. */
        Carrier waiting;

        long askedAt;

        Slot(Step step) {
            this.step = step;
        }

        @Override
        public void wake() {
            if (Thread.currentThread() == current.thread) {
                queued = true;
            } else {
                foreignWakes.add(this);
            }
        }

        @Override
        public void interrupt() {
            if (inside) {
                interrupted = true;
                happenings++;
            }
        }

        @Override
        public StackTraceElement[] stack() {
            return waiting == null ? new StackTraceElement[0] : waiting.thread.getStackTrace();
        }
    }

    /** Workers in which nothing goes wrong but what the order brings. */
    public SimulatedWorkers(long seed, ManualClock clock) {
        this(
                new Random(seed),
                clock,
                new Witness() {
                    @Override
                    public void turn(String who, long number) {}

                    @Override
                    public long delayMs(String what) {
                        return 0;
                    }
                });
    }

    SimulatedWorkers(Random random, ManualClock clock, Witness witness) {
        this.random = random;
        this.clock = clock;
        this.witness = witness;
    }

    private int weight() {
        return 1 << random.nextInt(MAX_WEIGHT_BITS + 1);
    }

    @Override
    public ManualClock clock() {
        return clock;
    }

    @Override
    public Handle add(Step step, Placement placement) {
        Slot slot = new Slot(step);
        slots.add(slot);
        return slot;
    }

    @Override
    public void io(String what, Runnable work) {
        works.add(
                new Work(
                        what,
                        work,
                        clock.nanos() + TimeUnit.MILLISECONDS.toNanos(witness.delayMs(what))));
    }

    /** Does something in a turn of its own, not before so many milliseconds have passed. */
    void later(String what, long delayMs, Runnable work) {
        works.add(new Work(what, work, clock.nanos() + TimeUnit.MILLISECONDS.toNanos(delayMs)));
    }

    /**
     * Steps until the condition holds, which is asked before each turn.
     *
     * @param maximum turns after which the job counts as going round in circles
     * @throws SimulationFailure when nothing can happen any more, or after too many turns; says who
     *     waits
     */
    public void run(BooleanSupplier condition, long maximum) {
        mainThread = Thread.currentThread();
        main.thread = mainThread;
        current = main;
        until = condition;
        maxTurns = turns + maximum;
        broken = null;
        loop(main);
        if (broken != null) {
            throw broken;
        }
    }

    /** Turns taken so far. */
    public long turns() {
        return turns;
    }

    /** Ends the threads that were needed for waiting calls. Nothing may be stepped any more. */
    public void close() {
        closed = true;
        for (Carrier carrier :
                carriers) { // one after the other: one that is in a call leaves it now
            carrier.baton.release();
            try {
                carrier.thread.join(JOIN_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    // ---- the loop ----

    private void loop(Carrier me) {
        while (!over()) {
            collectForeignWakes();
            int chosen = choose();
            if (chosen < 0) {
                if (!advance()) {
                    broken =
                            new SimulationFailure(
                                    "Nothing can happen any more, yet the job has not ended. "
                                            + standing());
                }
                continue;
            }
            if (++turns > maxTurns) {
                broken =
                        new SimulationFailure(
                                "After "
                                        + turns
                                        + " turns the job has still not ended. "
                                        + standing());
                continue;
            }
            if (random.nextInt(4) == 0) {
                clock.advanceNanos(random.nextInt(400_000));
            }
            if (turns % REDEAL_EVERY == 0) {
                slots.forEach(slot -> slot.weight = weight());
            }
            if (chosen < works.size()) {
                doWork(works.remove(chosen));
            } else {
                take(slots.get(chosen - works.size()), me);
            }
        }
        if (me != main && !closed) {
            idle.add(me);
            hand(main, me);
        }
    }

    private boolean over() {
        return broken != null || closed || until.getAsBoolean();
    }

    private void collectForeignWakes() {
        for (Slot slot = foreignWakes.poll(); slot != null; slot = foreignWakes.poll()) {
            slot.queued = true;
        }
    }

    /** An index into the works, then the slots; -1 when nobody has anything to do. */
    private int choose() {
        long nowNanos = clock.nanos();
        int sum = 0;
        int chosen = -1;
        // Each candidate takes the place of the one before with the probability of its weight in
        // the sum so far.
        for (int i = 0; i < works.size(); i++) {
            if (works.get(i).notBeforeNanos() <= nowNanos) {
                sum += 8;
                if (random.nextInt(sum) < 8) {
                    chosen = i;
                }
            }
        }
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get(i);
            if (!slot.queued && !slot.inside && slot.wakeAtNanos <= nowNanos) {
                slot.queued = true;
            }
            boolean ready =
                    slot.inside ? slot.waiting != null && slot.askedAt < happenings : slot.queued;
            if (ready) {
                sum += slot.weight;
                if (random.nextInt(sum) < slot.weight) {
                    chosen = works.size() + i;
                }
            }
        }
        return chosen;
    }

    /** Lets the time pass until somebody has something to do; false when nobody ever will. */
    private boolean advance() {
        long nanos = Long.MAX_VALUE;
        for (Work work : works) {
            nanos = Math.min(nanos, work.notBeforeNanos() - clock.nanos());
        }
        for (Slot slot : slots) {
            if (!slot.inside && slot.wakeAtNanos != Long.MAX_VALUE) {
                nanos = Math.min(nanos, slot.wakeAtNanos - clock.nanos());
            }
        }
        if (nanos == Long.MAX_VALUE) {
            return false;
        }
        clock.advanceNanos(Math.max(1, nanos));
        happenings++;
        return true;
    }

    private void doWork(Work work) {
        witness.turn(work.what(), turns);
        happenings++;
        try {
            work.work().run();
        } catch (Throwable t) {
            LOG.error("Millrace failed at '{}'", work.what(), t);
            broken = new SimulationFailure("I/O work '" + work.what() + "' threw " + t, t);
        }
    }

    private void take(Slot slot, Carrier me) {
        if (slot.waiting != null) {
            Carrier itsOwn = slot.waiting;
            slot.waiting = null;
            slot.askedAt = happenings;
            idle.add(me);
            hand(itsOwn, me);
            return;
        }
        witness.turn(slot.step.name(), turns);
        happenings++;
        slot.queued = false;
        slot.inside = true;
        Slot before = me.inside;
        me.inside = slot;
        Progress progress;
        try {
            progress = slot.step.step();
        } catch (Throwable t) {
            broken = new SimulationFailure("The step of " + slot.step.name() + " threw " + t, t);
            progress = Progress.DONE;
        }
        me.inside = before;
        slot.inside = false;
        slot.interrupted = false;
        if (progress == Progress.DONE) {
            slots.remove(slot);
            return;
        }
        slot.queued |= progress == Progress.MADE;
        long wakeAtMs = slot.step.wakeAtMs();
        slot.wakeAtNanos =
                wakeAtMs == Long.MAX_VALUE
                        ? Long.MAX_VALUE
                        : clock.nanos()
                                + TimeUnit.MILLISECONDS.toNanos(
                                        Math.max(
                                                0,
                                                Math.min(
                                                        wakeAtMs - clock.millis(),
                                                        LONGEST_SLEEP_MS)));
    }

    @Override
    public void yieldUntil(Condition ready) throws InterruptedException {
        Carrier me = current;
        Slot slot = me.inside;
        if (slot == null || Thread.currentThread() != me.thread) {
            throw new IllegalStateException("Only a step may yield, and only on its own thread");
        }
        while (!ready.holds()) {
            if (slot.interrupted || over()) {
                slot.interrupted = false;
                throw new InterruptedException(slot.step.name() + " was interrupted");
            }
            slot.waiting = me;
            slot.askedAt = happenings;
            hand(idle.isEmpty() ? carrier() : idle.poll(), me);
        }
        happenings++;
    }

    private Carrier carrier() {
        Carrier carrier = new Carrier();
        carrier.thread =
                new Thread(
                        () -> {
                            carrier.baton.acquireUninterruptibly();
                            while (!closed) {
                                loop(carrier);
                            }
                        },
                        "simulation carrier " + (carriers.size() + 1));
        carrier.thread.setDaemon(true);
        carrier.thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        carriers.add(carrier);
        carrier.thread.start();
        return carrier;
    }

    /** Gives the baton away and waits until it comes back. */
    private void hand(Carrier next, Carrier me) {
        current = next;
        next.baton.release();
        me.baton.acquireUninterruptibly();
    }

    /** Who is there and what each waits for, for messages. */
    private String standing() {
        StringBuilder text =
                new StringBuilder("At ").append(clock.millis()).append(" ms there are:");
        for (Slot slot : slots) {
            text.append("\n  ").append(slot.step.name());
            if (slot.inside) {
                text.append(": waits in the middle of a call");
            } else if (slot.queued) {
                text.append(": has something to do");
            } else if (slot.wakeAtNanos == Long.MAX_VALUE) {
                text.append(": waits to be woken");
            } else {
                text.append(": sleeps for ")
                        .append((slot.wakeAtNanos - clock.nanos()) / 1_000_000)
                        .append(" ms");
            }
        }
        for (Work work : works) {
            text.append("\n  ").append(work.what()).append(": I/O work");
        }
        return text.toString();
    }
}
