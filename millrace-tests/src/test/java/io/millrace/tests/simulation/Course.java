// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.testing.SimulatedWorld;
import io.millrace.testing.SimulatedWorld.Beginning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * What one simulated world's processes have drawn, one after the other, and what was seen in them:
 * its program, and for each process the backend, how checkpoints are taken, and the parallelism.
 *
 * <p>What the heap has written RocksDB reads, whatever it is; the other way round only a canonical
 * savepoint leads.
 */
final class Course {

    private static final Map<SimulatedWorld, Course> OF =
            Collections.synchronizedMap(new WeakHashMap<>());

    private static final ThreadLocal<Course> LAST = new ThreadLocal<>();

    private static final int MOST = 3;

    /** What is counted. */
    enum Event {
        BEGINS_ON_THE_HEAP,
        BEGINS_IN_ROCKSDB,
        PROCESS_ON_THE_HEAP,
        PROCESS_IN_ROCKSDB,
        FULL,
        INCREMENTAL,
        COMPRESSED,
        ALIGNED,
        OVERTAKING,
        OVERTAKING_AFTER_A_WHILE,
        SEVERAL_AT_ONCE,
        RESTORED_ON_THE_HEAP,
        RESTORED_IN_ROCKSDB,
        RESCALED_ON_THE_HEAP,
        RESCALED_IN_ROCKSDB,
        FROM_CANONICAL_SAVEPOINT,
        FROM_NATIVE_SAVEPOINT,
        SAVEPOINT_OF_HEAP_IN_ROCKSDB,
        SAVEPOINT_OF_ROCKSDB_ON_THE_HEAP,
        CHECKPOINT_OF_HEAP_IN_ROCKSDB,
        RESTORED_WITH_RECORDS_IN_FLIGHT,
        RESCALED_WITH_RECORDS_IN_FLIGHT,
        READ_THE_LIVING,
        READ_THE_EXPIRED
    }

    final StatePlan plan;
    private final Map<Event, Long> seen = new EnumMap<>(Event.class);
    private final List<String> processes = new ArrayList<>();

    /** The steps that this attempt has sent on. */
    private final Set<Integer> sent = new HashSet<>();

    /** What has happened if state is restored in this process. */
    private final Set<Event> ifRestored = new HashSet<>();

    private boolean inRocksDb;
    private boolean rescales;
    private boolean flightIsKnown;
    private int parallelism;
    private int sinks;

    private Course(StatePlan plan) {
        this.plan = plan;
    }

    /** Of a world whose first process has begun. */
    static Course of(SimulatedWorld world) {
        Course course = OF.get(world);
        if (course == null) {
            throw new IllegalStateException("No process has begun in this world");
        }
        return course;
    }

    /** The one of which a process was the last to begin on this thread; null for none. */
    static Course last() {
        return LAST.get();
    }

    /**
     * Draws what the process that begins is to be.
     *
     * @param percentInRocksDb of a hundred first processes so many are in RocksDB
     */
    static Course next(SimulatedWorld world, int percentInRocksDb) {
        Course course = OF.computeIfAbsent(world, w -> new Course(StatePlan.draw(w.draw(1 << 24))));
        LAST.set(course);
        course.draw(world, percentInRocksDb);
        return course;
    }

    private void draw(SimulatedWorld world, int percentInRocksDb) {
        Beginning beginning = world.beginning();
        boolean wasInRocksDb = inRocksDb;
        int before = parallelism;
        sent.clear();
        ifRestored.clear();
        switch (beginning) {
            case EMPTY -> {
                inRocksDb = world.draw(100) < percentInRocksDb;
                count(inRocksDb ? Event.BEGINS_IN_ROCKSDB : Event.BEGINS_ON_THE_HEAP);
            }
            case CANONICAL_SAVEPOINT -> {
                ifRestored.add(Event.FROM_CANONICAL_SAVEPOINT);
                if (inRocksDb) {
                    inRocksDb = world.draw(100) < percentInRocksDb;
                } else {
                    inRocksDb = world.draw(50) < percentInRocksDb;
                }
                if (wasInRocksDb != inRocksDb) {
                    ifRestored.add(
                            inRocksDb
                                    ? Event.SAVEPOINT_OF_HEAP_IN_ROCKSDB
                                    : Event.SAVEPOINT_OF_ROCKSDB_ON_THE_HEAP);
                }
            }
            case LATEST, NATIVE_SAVEPOINT -> {
                if (beginning == Beginning.NATIVE_SAVEPOINT) {
                    ifRestored.add(Event.FROM_NATIVE_SAVEPOINT);
                }
                if (!inRocksDb && world.draw(400) < percentInRocksDb) {
                    inRocksDb = true;
                    ifRestored.add(Event.CHECKPOINT_OF_HEAP_IN_ROCKSDB);
                }
            }
        }
        count(inRocksDb ? Event.PROCESS_IN_ROCKSDB : Event.PROCESS_ON_THE_HEAP);
        parallelism = 1 + world.draw(MOST);
        sinks = 1 + world.draw(2);
        rescales = beginning != Beginning.EMPTY && before != parallelism;
        if (rescales) {
            ifRestored.add(inRocksDb ? Event.RESCALED_IN_ROCKSDB : Event.RESCALED_ON_THE_HEAP);
        }
    }

    int parallelism() {
        return parallelism;
    }

    int sinks() {
        return sinks;
    }

    /**
     * Draws how state is kept and checkpoints are taken in this process.
     *
     * @param localDirectory where databases lie
     */
    Configuration settings(SimulatedWorld world, String localDirectory) {
        Configuration settings = new Configuration();
        settings.setString("state.backend.type", inRocksDb ? "rocksdb" : "hashmap");
        settings.setString("state.backend.rocksdb.localdir", localDirectory);
        if (inRocksDb) {
            // A checkpoint of a small database costs hundreds of times what one of the heap does.
            settings.set(
                    CheckpointingOptions.CHECKPOINTING_INTERVAL,
                    Duration.ofMillis(8 + world.draw(16)));
        }
        settings.setString(
                "state.backend.rocksdb.timer-service.cache-size",
                Integer.toString(world.draw(2) == 0 ? 1 : 128));
        boolean incremental = world.draw(2) == 0;
        settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, incremental);
        count(incremental ? Event.INCREMENTAL : Event.FULL);
        boolean compressed = world.draw(3) == 0;
        settings.set(ExecutionOptions.SNAPSHOT_COMPRESSION, compressed);
        if (compressed) {
            count(Event.COMPRESSED);
        }
        int barriers = world.draw(4);
        settings.set(CheckpointingOptions.ENABLE_UNALIGNED, barriers > 0);
        if (barriers == 0) {
            int atOnce = 1 + world.draw(3);
            settings.set(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS, atOnce);
            count(Event.ALIGNED);
            if (atOnce > 1) {
                count(Event.SEVERAL_AT_ONCE);
            }
        } else if (barriers == 1) {
            settings.set(
                    CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT,
                    Duration.ofMillis(1 + world.draw(10)));
            count(Event.OVERTAKING_AFTER_A_WHILE);
        } else {
            settings.set(CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT, Duration.ZERO);
            count(Event.OVERTAKING);
        }
        settings.setString(
                "execution.state-recovery.claim-mode",
                List.of("NO_CLAIM", "CLAIM", "LEGACY").get(world.draw(3)));
        processes.add(
                world.beginning() + ", parallelism " + parallelism + "/" + sinks + ": " + settings);
        return settings;
    }

    // ---- what is seen ----

    /** A subtask has its state, or its beginning. */
    void initialized(boolean restored) {
        if (restored) {
            ifRestored.forEach(this::count);
            count(inRocksDb ? Event.RESTORED_IN_ROCKSDB : Event.RESTORED_ON_THE_HEAP);
        }
        ifRestored.clear();
    }

    /** An attempt begins to send steps. */
    void sends() {
        sent.clear();
        flightIsKnown = false;
    }

    void sends(int step) {
        sent.add(step);
    }

    /** What this attempt has not sent was on its way when the snapshot was taken. */
    void arrives(int step) {
        if (!flightIsKnown && !sent.contains(step)) {
            flightIsKnown = true;
            count(Event.RESTORED_WITH_RECORDS_IN_FLIGHT);
            if (rescales) {
                count(Event.RESCALED_WITH_RECORDS_IN_FLIGHT);
            }
        }
    }

    void count(Event event) {
        seen.merge(event, 1L, Long::sum);
    }

    Map<Event, Long> seen() {
        return seen;
    }

    /** What each process was. */
    @Override
    public String toString() {
        return "Plan " + plan.number() + "\n  " + String.join("\n  ", processes);
    }
}
