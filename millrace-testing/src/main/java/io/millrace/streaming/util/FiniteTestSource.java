// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.api.common.state.CheckpointListener;
import io.millrace.streaming.api.functions.source.SourceFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Emits its elements twice, each time at once, and waits for two completed checkpoints after each
 * time: so what a sink commits is looked at with and without a checkpoint behind it. One subtask.
 *
 * @param <T> the elements
 */
public class FiniteTestSource<T> implements SourceFunction<T>, CheckpointListener {

    private static final long serialVersionUID = 1L;

    private static final int CHECKPOINTS_PER_ROUND = 2;
    private static final long LOOK_EVERY_MS = 10;

    @SuppressWarnings("serial") // an ArrayList of the user's elements
    private final List<T> elements;

    @SuppressWarnings("serial") // the user's, who must make it serializable
    private final BooleanSupplier exitCondition;

    private final long exitTimeoutMs;
    private volatile boolean running = true;
    private transient int checkpointsToCome;

    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    public FiniteTestSource(T... elements) {
        this(Arrays.asList(elements));
    }

    public FiniteTestSource(Iterable<T> elements) {
        this(null, 0, elements);
    }

    /**
     * @param exitCondition what else must be so before the source ends; null for nothing
     */
    public FiniteTestSource(BooleanSupplier exitCondition, Iterable<T> elements) {
        this(exitCondition, TimeUnit.SECONDS.toMillis(30), elements);
    }

    /**
     * @param exitCondition what else must be so before the source ends; null for nothing
     * @param exitTimeoutMs how long to wait for that; it ends then
     */
    public FiniteTestSource(
            BooleanSupplier exitCondition, long exitTimeoutMs, Iterable<T> elements) {
        this.exitCondition = exitCondition;
        this.exitTimeoutMs = exitTimeoutMs;
        List<T> all = new ArrayList<>();
        Objects.requireNonNull(elements, "elements").forEach(all::add);
        this.elements = all;
    }

    @Override
    public void run(SourceContext<T> context) throws Exception {
        for (int round = 0; round < 2; round++) {
            emitAndWait(context);
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(exitTimeoutMs);
        while (running
                && exitCondition != null
                && !exitCondition.getAsBoolean()
                && System.nanoTime() < deadline) {
            Thread.sleep(LOOK_EVERY_MS);
        }
    }

    private void emitAndWait(SourceContext<T> context) throws InterruptedException {
        Object lock = context.getCheckpointLock();
        synchronized (lock) {
            checkpointsToCome = CHECKPOINTS_PER_ROUND;
            for (T element : elements) {
                context.collect(element);
            }
        }
        synchronized (lock) {
            while (running && checkpointsToCome > 0) {
                lock.wait(1);
            }
        }
    }

    @Override
    public void cancel() {
        running = false;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        checkpointsToCome--;
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) {}
}
