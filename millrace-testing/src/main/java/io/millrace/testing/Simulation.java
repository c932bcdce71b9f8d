// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.api.common.JobID;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.engine.Engine;
import io.millrace.engine.exchange.FlowSizes;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.engine.job.JobContext;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.engine.worker.Workers;
import io.millrace.runtime.client.JobCancellationException;
import io.millrace.spi.Pipeline;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a job in the real engine, on one thread, under a clock of its own, from a seed; has things
 * go wrong as the seed wills; and tells whether the result is what it is when nothing goes wrong.
 *
 * <p>One simulation is one or more <em>processes</em>. Each builds the program and an engine, and
 * continues from {@code latest}. A process ends when the job does, when it is killed, or when the
 * power fails, and then everything in memory is lost, and all that was not made durable on the
 * {@link SimulatedWorld#disk disk}. What goes wrong is drawn: user code throws, files can't be
 * written, the disk is full, the outside system's answers are lost, work on files takes long, the
 * clock jumps, the job is cancelled and resumed. A process can die between any two acts that leave
 * a trace outside of it; see {@link SimulatedWorkers} for how the order of everything else is
 * drawn.
 *
 * <p>The settings of checkpoints are drawn too: interval, timeout, how many are kept, from what
 * size on state becomes a file, how many failures are borne.
 *
 * <p>A job is exactly-once when for each seed its {@link SimulatedJob#outcome outcome} is that of a
 * run in which nothing went wrong, the {@link Ledger} was never asked for the impossible, and it
 * ended at all.
 */
public final class Simulation {

    private static final AtomicLong WORLDS = new AtomicLong();
    private static final long MAX_TURNS = 400_000;
    private static final int RUNS_WITHOUT_MISHAPS = 5;
    private static final int RUNS_BEFORE_BLAME = 100;
    private static final int MAX_PROCESSES = 60;
    private static final String JOB_NAME = "simulated";

    private final SimulatedJob job;
    private Map<Mishap.Occasion, Long> usual;
    private Object expected;

    private Simulation(SimulatedJob job) {
        this.job = job;
    }

    /**
     * What came of one seed.
     *
     * @param stops how often the job was stopped with a savepoint from which another process went
     *     on
     */
    public record Report(
            long seed,
            long traceHash,
            int processes,
            int stops,
            long turns,
            long simulatedMs,
            Object outcome,
            List<String> story) {
        public Report {
            story = List.copyOf(story);
        }
    }

    /**
     * A simulation of a job; runs it a few times without mishaps to learn what its result is and
     * how long it takes.
     *
     * @throws SimulationFailure when it does not even end then, or not always with the same result
     */
    public static Simulation of(SimulatedJob job) {
        Simulation simulation = new Simulation(job);
        for (long seed = 0; seed < RUNS_WITHOUT_MISHAPS; seed++) {
            simulation.runWithoutMishaps(new Random(spread(seed)));
        }
        return simulation;
    }

    /**
     * Trials of a program, in a line or two of a test: {@code Simulation.of((env, world) ->
     * ...).seeds(1, 200).expectExactlyOnce()}.
     *
     * @param program reads from sources that can be read again, for instance {@link
     *     SimulatedWorld#source}, and writes its results to {@link SimulatedWorld#results()}
     */
    public static Trials of(SimulatedProgram program) {
        return Trials.of(program);
    }

    private void runWithoutMishaps(Random random) {
        Quiet quiet = quiet(random);
        if (usual == null) {
            expected = quiet.outcome();
            usual = quiet.counts();
        } else {
            if (!Objects.equals(expected, quiet.outcome())) {
                throw new SimulationFailure(
                        "The result depends on the order of things though nothing goes wrong: "
                                + Difference.between(expected, quiet.outcome()));
            }
            // The shortest run counts, so that few mishaps are drawn for a time after the end.
            quiet.counts().forEach((occasion, n) -> usual.merge(occasion, n, Math::min));
        }
    }

    /** What comes when nothing goes wrong, and what there was that could have gone wrong. */
    private record Quiet(Object outcome, Map<Mishap.Occasion, Long> counts) {}

    private Quiet quiet(Random random) {
        SimulatedWorld world = world(random, Fate.kind());
        try {
            live(world, random, new Life());
            return new Quiet(job.outcome(world), world.fate().counts());
        } catch (Exception e) {
            throw new SimulationFailure("The job fails though nothing goes wrong: " + e, e);
        } finally {
            world.end();
        }
    }

    /**
     * Why a result is not the expected one: a few runs at the beginning do not find every program
     * whose result depends on the order of things, and mishaps only bring about orders that are
     * rare without them. So before these are blamed many more orders are tried.
     */
    private String blamed(Object outcome) {
        for (long seed = RUNS_WITHOUT_MISHAPS; seed < RUNS_BEFORE_BLAME; seed++) {
            Object other = quiet(new Random(spread(seed))).outcome();
            if (!Objects.equals(expected, other)) {
                return "The result depends on the order of things, also when nothing goes wrong: "
                        + Difference.between(expected, other);
            }
        }
        return "The result is not exactly-once: " + Difference.between(expected, outcome);
    }

    /**
     * The first numbers of a Random are alike for neighbouring seeds, so these are spread first.
     */
    private static long spread(long seed) {
        return seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L;
    }

    /** What the job leaves when nothing goes wrong. */
    public Object expected() {
        return expected;
    }

    /**
     * Runs the job from a seed.
     *
     * @throws SimulationFailure when the result is not exactly-once; tells what went wrong and how
     *     it differs
     */
    public Report run(long seed) {
        Random random = new Random(spread(seed));
        SimulatedWorld world =
                world(random, Fate.draw(random, usual, job.isRestless(), job.isSteered()));
        Object outcome;
        Life life = new Life();
        try {
            live(world, random, life);
            outcome = job.outcome(world);
        } catch (Exception e) {
            throw new SimulationFailure(told(seed, world, String.valueOf(e.getMessage())), e);
        } finally {
            world.end();
        }
        if (!world.ledger().violations().isEmpty()) {
            throw new SimulationFailure(
                    told(
                            seed,
                            world,
                            "The ledger was asked for the impossible: "
                                    + world.ledger().violations()));
        }
        if (!Objects.equals(expected, outcome)) {
            throw new SimulationFailure(told(seed, world, blamed(outcome)));
        }
        return new Report(
                seed,
                world.traceHash(),
                life.processes,
                life.stops,
                life.turns,
                world.clock().nanos() / 1_000_000,
                outcome,
                world.story());
    }

    private static String told(long seed, SimulatedWorld world, String problem) {
        StringBuilder text = new StringBuilder("Seed ").append(seed).append(": ").append(problem);
        text.append("\nDrawn: ").append(world.fate().plan()).append("\nWhat happened:");
        world.story().forEach(line -> text.append("\n  ").append(line));
        return text.toString();
    }

    private static SimulatedWorld world(Random random, Fate fate) {
        // Names are equally long: paths are part of what some jobs write.
        return SimulatedWorld.create(
                String.format("world-%09d", WORLDS.incrementAndGet()), random, fate);
    }

    /** What is counted over all processes. */
    private static final class Life {
        int processes;
        int stops;
        long turns;
        boolean begun;

        /** The savepoint with which the last process stopped; null where there is none. */
        String stoppedWith;

        SavepointFormatType stoppedAs;

        SimulatedWorld.Beginning beginning() {
            if (!begun) {
                return SimulatedWorld.Beginning.EMPTY;
            }
            if (stoppedWith == null) {
                return SimulatedWorld.Beginning.LATEST;
            }
            return stoppedAs == SavepointFormatType.CANONICAL
                    ? SimulatedWorld.Beginning.CANONICAL_SAVEPOINT
                    : SimulatedWorld.Beginning.NATIVE_SAVEPOINT;
        }
    }

    private void live(SimulatedWorld world, Random random, Life life) throws Exception {
        Configuration settings = settings(world, random);
        JobID id = new JobID(random.nextLong(), random.nextLong());
        while (!process(world, random, settings, id, life)) {
            if (life.processes >= MAX_PROCESSES) {
                throw new SimulationFailure(
                        "After " + life.processes + " processes the job has still not finished");
            }
        }
    }

    private static Configuration settings(SimulatedWorld world, Random random) {
        Configuration settings = new Configuration();
        settings.set(
                CheckpointingOptions.CHECKPOINTING_INTERVAL,
                Duration.ofMillis(2 + random.nextInt(15)));
        settings.set(
                CheckpointingOptions.CHECKPOINTING_TIMEOUT,
                Duration.ofMillis(50 + random.nextInt(400)));
        if (random.nextInt(3) == 0) {
            settings.set(
                    CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS,
                    Duration.ofMillis(random.nextInt(10)));
        }
        settings.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 1 + random.nextInt(3));
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                world.disk().path("/checkpoints").toString());
        settings.set(
                CheckpointingOptions.FS_SMALL_FILE_THRESHOLD,
                new io.millrace.configuration.MemorySize(random.nextBoolean() ? 0 : 20 * 1024));
        settings.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        // A process may die after the last commit and before anybody heard that the job has
        // finished; the next one
        // has to find that out.
        settings.setString("millrace.checkpoints.keep-after-finish", "true");
        if (random.nextInt(3) > 0) {
            settings.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, random.nextInt(4));
        }
        settings.set(ExecutionOptions.BUFFER_TIMEOUT, Duration.ofMillis(random.nextInt(3)));
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY,
                Duration.ofMillis(random.nextInt(20)));
        settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, random.nextBoolean());
        settings.setString(
                "millrace.checkpoints.incremental-from", random.nextBoolean() ? "0" : "512 b");
        return settings;
    }

    /** One process; true when the job has finished. */
    private boolean process(
            SimulatedWorld world, Random random, Configuration settings, JobID id, Life life)
            throws Exception {
        life.processes++;
        Configuration own = new Configuration(settings);
        if (life.begun) {
            own.set(
                    StateRecoveryOptions.SAVEPOINT_PATH,
                    life.stoppedWith == null ? "latest" : life.stoppedWith);
        }
        world.begins(life.beginning());
        life.begun = true;
        StreamExecutionEnvironment env = new SimulatedEnvironment(own);
        job.program(env, world);
        Pipeline program = Programs.pipeline(env, JOB_NAME);
        Pipeline pipeline =
                new Pipeline(
                        program.jobName(),
                        id,
                        program.operators(),
                        program.configuration(),
                        program.executionConfig(),
                        program.stateBackend(),
                        program.checkpointStorage(),
                        program.userClassLoader());
        CollectedRows.Reader reader = world.collected().reader(program);
        SimulatedHome home = new SimulatedHome(world, random);
        EngineJobClient client;
        int struck = world.story().size();
        boolean troubled = world.isTroubled();
        try {
            client = new Engine(pipeline, random::nextDouble).start((name, loader) -> home);
        } catch (Exception e) {
            home.workers.close();
            if (!troubled && world.story().size() == struck) {
                throw e;
            }
            end(world); // a fault explains it: whoever starts processes starts the next one
            return false;
        }
        reader.started(client);
        try {
            home.workers.run(
                    () -> home.left || world.isDown() || stop(world, client, home) || read(reader),
                    MAX_TURNS);
            if (world.isDown()) {
                bury(client, home);
            }
        } finally {
            life.turns += home.workers.turns();
            home.workers.close();
        }
        life.stoppedWith = null; // from here on the job's own checkpoints are newer, or the same
        if (world.isDown()) {
            end(world);
            return false;
        }
        world.processEnded();
        try {
            client.getJobExecutionResult().get();
            Stop stop = home.stoppedWith();
            if (stop != null) {
                life.stoppedWith = stop.savepoint().join();
                life.stoppedAs = stop.format();
                life.stops++;
                return false;
            }
            reader.read();
            return true;
        } catch (ExecutionException | CompletionException e) {
            if (e.getCause() instanceof JobCancellationException && home.stopped) {
                return false;
            }
            throw new SimulationFailure(
                    "The job failed, which it may not: " + e.getCause(), e.getCause());
        }
    }

    private static void end(SimulatedWorld world) {
        if (world.isDown()) {
            world.comeUp();
        } else {
            world.processEnded();
        }
    }

    /** Carries out a drawn cancellation; never true, for the job has to be waited for. */
    private static boolean stop(SimulatedWorld world, EngineJobClient client, SimulatedHome home) {
        Mishap stop = world.takeStop();
        if (stop != null && stop.kind() == Mishap.Kind.SAVEPOINT) {
            client.triggerSavepoint(world.disk().path("/savepoints").toString(), format(world));
        } else if (stop != null && stop.kind() == Mishap.Kind.STOP) {
            SavepointFormatType format = format(world);
            home.stops.add(
                    new Stop(
                            format,
                            client.stopWithSavepoint(
                                    false, world.disk().path("/savepoints").toString(), format)));
        } else if (stop != null) {
            home.stopped = true;
            if (stop.kind() == Mishap.Kind.CANCEL) {
                client.cancel();
            } else {
                client.suspend();
            }
        }
        return false;
    }

    /** Most are to be read by either backend. */
    private static SavepointFormatType format(SimulatedWorld world) {
        return world.draw(3) == 0 ? SavepointFormatType.NATIVE : SavepointFormatType.CANONICAL;
    }

    /** A wish to stop with a savepoint of this form. */
    private record Stop(SavepointFormatType format, CompletableFuture<String> savepoint) {}

    /** Reads collected results; never true, as above. */
    private static boolean read(CollectedRows.Reader reader) {
        reader.read();
        return false;
    }

    /**
     * The process is dead, and no act of it reaches the world any more. What is left of it in this
     * JVM (threads of sources, the lock of the job's directory) is got rid of by letting it come to
     * its end in the dark.
     */
    private static void bury(EngineJobClient client, SimulatedHome home) {
        client.suspend();
        home.workers.run(() -> home.left, MAX_TURNS);
    }

    /** Where a simulated process runs. */
    private static final class SimulatedHome implements Engine.Home {
        final SimulatedWorkers workers;
        boolean left;

        /** Whether it was asked to stop. */
        boolean stopped;

        /** Savepoints with which it was asked to stop. */
        final List<Stop> stops = new ArrayList<>();

        /** The one with which it did; null where it came to its end by itself. */
        Stop stoppedWith() {
            return stops.stream()
                    .filter(
                            stop ->
                                    stop.savepoint().isDone()
                                            && !stop.savepoint().isCompletedExceptionally())
                    .findAny()
                    .orElse(null);
        }

        private final FlowSizes sizes;
        private final SimulatedWorld world;

        SimulatedHome(SimulatedWorld world, Random random) {
            this.world = world;
            this.sizes =
                    new FlowSizes(1 + random.nextInt(4), 1 << random.nextInt(4), random.nextInt(3));
            workers =
                    new SimulatedWorkers(
                            random,
                            world.clock(),
                            new SimulatedWorkers.Witness() {
                                @Override
                                public void turn(String who, long number) {
                                    world.turn(who);
                                }

                                @Override
                                public long delayMs(String what) {
                                    return world.delayMs(what);
                                }
                            });
            world.begin(workers);
        }

        @Override
        public Workers workers() {
            return workers;
        }

        @Override
        public SourceFeeder.Mode feeding() {
            return SourceFeeder.Mode.STEPPED;
        }

        @Override
        public FlowSizes sizes() {
            return sizes;
        }

        @Override
        public JobContext.News news() {
            return checkpointId -> world.hears("news of checkpoint " + checkpointId);
        }

        @Override
        public void leave() {
            left = true;
        }
    }
}
