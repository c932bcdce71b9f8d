// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.api.connector.sink2.Sink;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.testing.Mishap.Occasion;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * What is there before, between and after the processes of a simulated job: a disk, an outside
 * system, the time; and the fate that the seed has drawn for all of it.
 *
 * <p>Functions keep it in a field: it is serialized by its name, and every copy is the same world.
 */
public final class SimulatedWorld implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final Map<String, SimulatedWorld> BY_NAME = new ConcurrentHashMap<>();

    /** A UUID. */
    private static final Pattern RANDOM =
            Pattern.compile(
                    "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
                            + "|(?<=owner-[0-9]{1,18}-)[0-9a-f]{12}");

    private final String name;
    private final transient FaultyFileSystem disk;
    private final transient Ledger ledger;
    private final transient CollectedRows collected = new CollectedRows();
    private final transient ManualClock clock = new ManualClock();
    private final transient Random random;
    private final transient Fate fate;
    private final transient List<String> story = new ArrayList<>();
    private transient boolean down;
    private transient boolean lost;
    private transient long trace;
    private transient int outage;
    private transient int full;
    private transient int sluggish;
    private transient int deaf;
    private transient Mishap stop;
    private transient int slowSnapshots;
    private transient Beginning beginning = Beginning.EMPTY;

    /** Of the process that is alive. */
    private transient SimulatedWorkers workers;

    private SimulatedWorld(String name, Random random, Fate fate) {
        this.name = name;
        this.random = random;
        this.fate = fate;
        this.disk = FaultyFileSystem.named(name);
        this.ledger = new Ledger(this);
        disk.reset();
        disk.setFault(this::fileOperation);
    }

    static SimulatedWorld create(String name, Random random, Fate fate) {
        SimulatedWorld world = new SimulatedWorld(name, random, fate);
        if (BY_NAME.putIfAbsent(name, world) != null) {
            throw new IllegalStateException("There is a simulated world '" + name + "' already");
        }
        return world;
    }

    /** Frees what it holds; its name may be used again. */
    void end() {
        BY_NAME.remove(name);
        disk.reset();
    }

    // ---- for jobs ----

    /** The disk; checkpoints lie on it too, under {@code /checkpoints}. */
    public FaultyFileSystem disk() {
        return disk;
    }

    /** The outside system. */
    public Ledger ledger() {
        return ledger;
    }

    /**
     * Where a program's results go to: {@code stream.sinkTo(world.results())}. Exactly-once, and
     * written to as a database would be.
     */
    public <T> Sink<T> results() {
        return new LedgerSink<>(this, "");
    }

    /** The same; each text of a result begins with this label and a colon. */
    public <T> Sink<T> results(String label) {
        return new LedgerSink<>(this, label + ": ");
    }

    /** The same by the older contract: {@code stream.addSink(world.resultsFunction())}. */
    public <T> SinkFunction<T> resultsFunction() {
        return new LedgerSinkFunction<>(this, "");
    }

    /**
     * What has been read of all {@code collectAsync()} of the program, in order: first what its
     * first call gave, then the second. The simulation reads it while the job runs; the program
     * itself must not. A process that goes on from a checkpoint gives what had not been read at
     * that checkpoint's barrier again, and that is in here once.
     */
    public List<Object> collectedRows() {
        return collected.all();
    }

    /**
     * Reads a script at a pace that is drawn from the seed, slowly enough for checkpoints to have
     * their chance.
     */
    public <T> ScriptedSource<T> source(ScriptedSource<T> script) {
        return script.in(this);
    }

    /** A number from 0 below {@code bound}, from the seed: for sources that vary their pace. */
    public int draw(int bound) {
        return random.nextInt(bound);
    }

    /**
     * From now on a snapshot waits up to so many milliseconds before it is written, each for
     * itself: for jobs whose checkpoints are to overlap.
     */
    public void slowSnapshots(int mostMs) {
        slowSnapshots = mostMs;
    }

    /**
     * Has something happen beside the tasks, after at most so many milliseconds, drawn from the
     * seed: another system answers, say. What the process does not live to see does not happen.
     */
    public void later(int mostMs, Runnable happening) {
        workers.later("what happens later", draw(mostMs + 1), happening);
    }

    /** What the wall clock of the simulated machine shows. */
    public long millis() {
        return clock.millis();
    }

    /**
     * The latest that the wall clock has ever shown: later than {@link #millis} after somebody has
     * set it back.
     */
    public long latestMillis() {
        return clock.latestMillis();
    }

    /** From what a process goes on. */
    public enum Beginning {
        /** It is the first one. */
        EMPTY,
        /** The newest checkpoint there is, if there is one. */
        LATEST,
        /** A savepoint in the form that every backend reads. */
        CANONICAL_SAVEPOINT,
        /** A savepoint in the form of the backend that wrote it. */
        NATIVE_SAVEPOINT
    }

    /** From what the process goes on whose program is asked for, or that runs. */
    public Beginning beginning() {
        return beginning;
    }

    /**
     * To be called by the user's functions wherever they may fail.
     *
     * @throws InjectedFault when the time has come
     */
    public void userCode(String where) {
        alive();
        Mishap mishap = fate.meet(Occasion.USER_CALL);
        if (mishap != null) {
            tell(mishap, where);
            throw new InjectedFault(where + " fails: " + mishap);
        }
    }

    /** What a mishap of a simulation throws. */
    public static final class InjectedFault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InjectedFault(String message) {
            super(message, null, false, false);
        }
    }

    // ---- for the simulation ----

    CollectedRows collected() {
        return collected;
    }

    ManualClock clock() {
        return clock;
    }

    /** A process begins; it has these workers. */
    void begin(SimulatedWorkers own) {
        workers = own;
    }

    void begins(Beginning from) {
        beginning = from;
    }

    Fate fate() {
        return fate;
    }

    /** What has happened, in order, for messages. */
    List<String> story() {
        return story;
    }

    long traceHash() {
        return trace;
    }

    void trace(String what) {
        trace = (trace ^ what.hashCode()) * 0x100000001B3L + clock.nanos();
    }

    boolean isDown() {
        return down;
    }

    /** Whether files can't be written right now. */
    boolean isTroubled() {
        return down || outage > 0 || full > 0;
    }

    /** How the job is to be stopped, once; null for not at all. */
    Mishap takeStop() {
        Mishap taken = stop;
        stop = null;
        return taken;
    }

    /** The process is dead: nothing it does has an effect any more. */
    void goDown(boolean losesPower, String why) {
        if (!down) {
            down = true;
            lost = losesPower;
            trace("down");
            story.add(why);
        }
    }

    /** The next process may begin. */
    void comeUp() {
        if (lost) {
            disk.crash(random.nextLong());
        } else {
            disk.kill();
        }
        ledger.crash();
        down = false;
        outage = 0;
        disk.setCapacity(Long.MAX_VALUE);
        full = 0;
    }

    /** The process has ended in peace. */
    void processEnded() {
        ledger.crash();
        disk.kill();
    }

    private void tell(Mishap mishap, String where) {
        story.add(mishap + ": " + where);
        trace(mishap.toString());
    }

    void turn(String who) {
        trace(who);
        Mishap mishap = down ? null : fate.meet(Occasion.TURN);
        if (mishap == null) {
            return;
        }
        tell(mishap, "before the turn of " + who);
        switch (mishap.kind()) {
            case KILL_BETWEEN -> goDown(false, "the process dies");
            case CLOCK_JUMP -> clock.jumpMillis(mishap.size());
            default -> stop = mishap;
        }
    }

    long delayMs(String what) {
        if (down) {
            return 0;
        }
        Mishap mishap = fate.meet(Occasion.IO_WORK);
        if (mishap != null) {
            tell(mishap, what);
            if (mishap.kind() == Mishap.Kind.SLUGGISH_IO) {
                sluggish = (int) mishap.size();
            } else {
                return mishap.size();
            }
        }
        if (sluggish > 0) {
            sluggish--;
            return 1L + random.nextInt(300);
        }
        if (slowSnapshots > 0 && what.startsWith("snapshot of ")) {
            return random.nextInt(slowSnapshots + 1);
        }
        return random.nextInt(4) == 0 ? random.nextInt(5) : 0;
    }

    /** Whether news of a checkpoint arrive. */
    boolean hears(String what) {
        if (down) {
            return true;
        }
        Mishap mishap = fate.meet(Occasion.NOTICE);
        if (mishap != null) {
            tell(mishap, what);
            deaf = (int) mishap.size();
        }
        if (deaf > 0) {
            deaf--;
            return false;
        }
        return true;
    }

    void alive() {
        if (down) {
            throw new InjectedFault("The process is dead");
        }
    }

    /** A call of the outside system is about to take effect, or to return. */
    void effect(String what) {
        alive();
        trace(what);
        meetEffect(what);
        alive();
        Mishap mishap = fate.meet(Occasion.LEDGER_CALL);
        if (mishap != null) {
            tell(mishap, what);
            throw new InjectedFault(what + " fails: " + mishap);
        }
    }

    private void meetEffect(String what) {
        Mishap mishap = fate.meet(Occasion.EFFECT);
        if (mishap != null) {
            tell(mishap, what);
            goDown(mishap.kind() == Mishap.Kind.POWER, "the process dies at " + what);
        }
    }

    private void fileOperation(FaultyFileSystem.Operation operation) throws IOException {
        if (down) {
            throw new IOException("The machine is down: " + operation);
        }
        trace(operation.kind().name());
        String file = operation.path().getName();
        // The first has the real process's number in its name, others have random parts.
        trace(file.startsWith("probe") ? "probe" : RANDOM.matcher(file).replaceAll("random"));
        if (!operation.kind().isWrite()) {
            return;
        }
        meetEffect(operation.toString());
        if (down) {
            throw new IOException("The machine is down: " + operation);
        }
        Mishap mishap = fate.meet(Occasion.FILE_WRITE);
        if (mishap != null) {
            tell(mishap, operation.toString());
            switch (mishap.kind()) {
                case FILE_OUTAGE -> outage = (int) mishap.size();
                case DISK_FULL -> {
                    full = (int) mishap.size();
                    disk.setCapacity(0);
                }
                default -> throw new IOException("Injected failure: " + operation);
            }
        }
        if (outage > 0) {
            outage--;
            throw new IOException("Injected outage: " + operation);
        }
        if (full > 0 && --full == 0) {
            disk.setCapacity(Long.MAX_VALUE);
        }
    }

    private Object writeReplace() {
        return new Name(name);
    }

    private record Name(String name) implements Serializable {
        private Object readResolve() throws ObjectStreamException {
            SimulatedWorld world = BY_NAME.get(name);
            if (world == null) {
                throw new java.io.InvalidObjectException(
                        "There is no simulated world '" + name + "'; it has ended");
            }
            return world;
        }
    }
}
