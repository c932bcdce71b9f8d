// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.base.VoidSerializer;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A sink with an outside world that outlives attempts and jobs: rows become visible when their
 * transaction is committed, and a transaction is committed once however often that is asked for.
 */
public final class Committed<T> extends TwoPhaseCommitSinkFunction<T, Committed.Rows, Void> {

    private static final long serialVersionUID = 1L;

    private final Shared<World> world;
    private final Fault beforeCommit;
    private final Fault afterCommit;

    /** What happened to transactions. */
    private static final class World {
        final Map<String, List<Object>> committed = new LinkedHashMap<>();
        int recommitted;
        int aborted;
        int received;
        boolean finished;
    }

    /**
     * A transaction that carries its own rows, so that they survive with the checkpoint that knows
     * it.
     */
    public static final class Rows {
        public String id;
        public ArrayList<Object> rows = new ArrayList<>();
    }

    public Committed() {
        this(Fault.times(0), Fault.times(0));
    }

    /** Fails before, or after, a commit that follows a checkpoint; those of a restore succeed. */
    public Committed(Fault beforeCommit, Fault afterCommit) {
        super(
                TypeInformation.of(Rows.class)
                        .createSerializer(new ExecutionConfig().getSerializerConfig()),
                VoidSerializer.INSTANCE);
        this.world = Shared.of(new World());
        this.beforeCommit = beforeCommit;
        this.afterCommit = afterCommit;
    }

    // ---- what a test sees ----

    /** All committed rows, in the order of commit. */
    @SuppressWarnings("unchecked") // put there by invoke()
    public List<T> rows() {
        World outside = world.get();
        List<T> all = new ArrayList<>();
        synchronized (outside) {
            outside.committed.values().forEach(rows -> all.addAll((List<T>) rows));
        }
        return all;
    }

    /**
     * The rows of each transaction that was committed, in the order of commit, the empty ones too.
     */
    @SuppressWarnings("unchecked") // put there by invoke()
    public List<List<T>> transactions() {
        World outside = world.get();
        List<List<T>> all = new ArrayList<>();
        synchronized (outside) {
            outside.committed.values().forEach(rows -> all.add(new ArrayList<>((List<T>) rows)));
        }
        return all;
    }

    /** How often a transaction was committed that had been committed before. */
    public int recommitted() {
        World outside = world.get();
        synchronized (outside) {
            return outside.recommitted;
        }
    }

    /** How many rows have come, committed or not, over all attempts. */
    public int received() {
        World outside = world.get();
        synchronized (outside) {
            return outside.received;
        }
    }

    /** Whether the sink has seen the end of its input. */
    public boolean isFinished() {
        World outside = world.get();
        synchronized (outside) {
            return outside.finished;
        }
    }

    public int aborted() {
        World outside = world.get();
        synchronized (outside) {
            return outside.aborted;
        }
    }

    // ---- what a job does ----

    @Override
    protected void invoke(Rows transaction, T value, Context context) {
        transaction.rows.add(value);
        World outside = world.get();
        synchronized (outside) {
            outside.received++;
        }
    }

    @Override
    protected void finishProcessing(Rows transaction) {
        World outside = world.get();
        synchronized (outside) {
            outside.finished = true;
        }
    }

    @Override
    protected Rows beginTransaction() {
        Rows rows = new Rows();
        rows.id = UUID.randomUUID().toString();
        return rows;
    }

    @Override
    protected void preCommit(Rows transaction) {}

    @Override
    protected void commit(Rows transaction) {
        if (!transaction.rows.isEmpty()) {
            beforeCommit.strike("before the commit");
        }
        makeVisible(transaction);
        if (!transaction.rows.isEmpty()) {
            afterCommit.strike("after the commit");
        }
    }

    @Override
    protected void recoverAndCommit(Rows transaction) {
        makeVisible(transaction);
    }

    private void makeVisible(Rows transaction) {
        World outside = world.get();
        synchronized (outside) {
            if (outside.committed.putIfAbsent(transaction.id, List.copyOf(transaction.rows))
                    != null) {
                outside.recommitted++;
            }
        }
    }

    @Override
    protected void abort(Rows transaction) {
        World outside = world.get();
        synchronized (outside) {
            outside.aborted++;
        }
    }
}
