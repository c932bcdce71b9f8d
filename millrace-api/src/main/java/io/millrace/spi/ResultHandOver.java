// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.core.execution.JobClient;
import io.millrace.util.CloseableIterator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Hands the records of one stream from a running job to the program that started it, which reads
 * them by an iterator. It belongs to the program: it outlives the attempts of the job.
 *
 * <p><b>What may be read when.</b> A result that has been read can't be taken back. So there are
 * two places: what is <em>visible</em> may be read, what is <em>staged</em> may not yet.
 *
 * <ul>
 *   <li>Exactly-once: records are staged. At its barrier the operator <em>seals</em> what came
 *       before it with the checkpoint's number; when that checkpoint is complete it becomes
 *       visible. An attempt that begins from a checkpoint shows what was sealed with it and before,
 *       and drops the rest, which will come again. What is left at the job's own end is visible
 *       then.
 *   <li>At-least-once: visible at once; after a restart some come again. What another process has
 *       to take back is sealed here, too.
 *   <li>No checkpoints: visible at once. A restart begins from nothing: if something has been read
 *       by then, the iterator ends with an error that says so.
 * </ul>
 *
 * <p><b>Bounds.</b> As long as {@value #CAPACITY} visible records have not been read, {@link #add}
 * says so and the operator takes no more. Staged records do not count: their checkpoint's barrier
 * may come behind any number of records, and to wait for it with a full house would be to wait for
 * ever.
 *
 * <p>Thread-safe: the operator writes in its task's step, one thread at a time reads.
 */
public final class ResultHandOver<T> {

    /** How many records may be visible and unread before the operator is to take no more. */
    public static final int CAPACITY = 4096;

    /** What a restart of the job means for results. */
    public enum Guarantee {
        EXACTLY_ONCE,
        AT_LEAST_ONCE,
        NONE
    }

    /** Records that lie before a checkpoint's barrier and after the one before it. */
    private record Sealed<T>(long checkpointId, List<T> records) {}

    /**
     * Hears where checkpoints lie in what is read: for whoever follows a job over several
     * processes. Is called in the operator's step.
     */
    public interface Witness {

        /** The first attempt that this process sees begins, from a checkpoint or from nothing. */
        void begun(OptionalLong restoredCheckpointId);

        /**
         * What was read so far will not come again from this checkpoint on; all else will.
         *
         * @param read how many results that were
         */
        void sealed(long checkpointId, long read);
    }

    /** Stands for a record that is null, in the queue. */
    private static final Object NULL = new Object();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Reader reader = new Reader();
    private final ArrayDeque<Object> visible = new ArrayDeque<>();
    private final ArrayDeque<Sealed<T>> sealed = new ArrayDeque<>();
    private List<T> staged = new ArrayList<>();
    private Guarantee guarantee = Guarantee.NONE;
    private boolean begun;
    private long read;
    private boolean over;
    private boolean jobEnded;
    private boolean closed;
    private Throwable failure;
    private JobClient client;
    private Runnable wakeWriter = () -> {};
    private Witness witness;

    // ---- the operator's side ----

    /**
     * An attempt begins.
     *
     * @param restoredCheckpointId empty when it begins from nothing
     * @param wake to be called, by any thread, once there is room again
     * @return whether this is the first attempt that this process sees, so that results which the
     *     checkpoint says were not read yet should be {@link #takeBack given back}
     */
    public boolean begin(Guarantee kind, OptionalLong restoredCheckpointId, Runnable wake) {
        Objects.requireNonNull(wake, "wake");
        lock.lock();
        try {
            boolean first = !begun;
            begun = true;
            guarantee = kind;
            wakeWriter = wake;
            if (first) {
                if (witness != null) {
                    witness.begun(restoredCheckpointId);
                }
                return true;
            }
            if (kind == Guarantee.EXACTLY_ONCE) {
                restoredCheckpointId.ifPresent(this::showUpTo);
                sealed.clear();
                staged = new ArrayList<>();
            } else if (kind == Guarantee.NONE) {
                if (read == 0) {
                    visible.clear();
                } else {
                    end(
                            new IllegalStateException(
                                    "The job was restarted from its beginning after "
                                            + read
                                            + " of its results had been read, and all of them will come again."
                                            + " Switch checkpoints on (env.enableCheckpointing(...)) to have each"
                                            + " result once, or restarts off."));
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Results that an earlier process had not read when it took the checkpoint. */
    public void takeBack(T value) {
        lock.lock();
        try {
            if (!over && !closed) {
                show(value);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void show(T value) {
        visible.add(value == null ? NULL : value);
    }

    @SuppressWarnings("unchecked") // what is not the mark was put in as a T
    private static <X> X value(Object queued) {
        return queued == NULL ? null : (X) queued;
    }

    /**
     * One more result. The object is the reader's from now on.
     *
     * @return false when the operator should take no more until it is woken
     */
    public boolean add(T value) {
        lock.lock();
        try {
            if (over || closed) {
                return true; // nobody reads any more
            }
            if (guarantee == Guarantee.EXACTLY_ONCE) {
                staged.add(value);
            } else {
                show(value);
                changed.signalAll();
            }
            return visible.size() < CAPACITY;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the operator, having been woken, may take more. */
    public boolean hasRoom() {
        lock.lock();
        try {
            return visible.size() < CAPACITY || over || closed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Everything so far lies before this checkpoint's barrier.
     *
     * @param copy makes of a record one that shares nothing with it that can change: what is
     *     visible may be read, and is the reader's then, while the result is still being written
     * @return what has come and has not been read, oldest first: what another process would have to
     *     take back. May hold nulls. Not to be changed, and to be done with before the operator's
     *     step ends
     */
    public List<T> seal(long checkpointId, UnaryOperator<T> copy) {
        lock.lock();
        try {
            if (guarantee == Guarantee.NONE) {
                return List.of();
            }
            if (!staged.isEmpty()) {
                sealed.add(new Sealed<>(checkpointId, staged));
                staged = new ArrayList<>();
            }
            List<T> unread = new ArrayList<>();
            for (Object each : visible) {
                T record = value(each);
                unread.add(record == null ? null : copy.apply(record));
            }
            // These become visible in a later step of this operator at the earliest.
            sealed.forEach(part -> unread.addAll(part.records()));
            if (witness != null) {
                witness.sealed(checkpointId, read);
            }
            return unread;
        } finally {
            lock.unlock();
        }
    }

    /** The checkpoint is complete, and with it all before it. */
    public void complete(long checkpointId) {
        lock.lock();
        try {
            showUpTo(checkpointId);
        } finally {
            lock.unlock();
        }
    }

    private void showUpTo(long checkpointId) {
        while (!sealed.isEmpty() && sealed.peek().checkpointId() <= checkpointId) {
            if (over || closed) {
                sealed.poll();
            } else {
                sealed.poll().records().forEach(this::show);
            }
        }
        changed.signalAll();
    }

    // ---- the program's side ----

    /** What comes out; always the same one. */
    public CloseableIterator<T> iterator() {
        return reader;
    }

    /** To be called before the job is started. */
    public void watch(Witness onlooker) {
        lock.lock();
        try {
            witness = onlooker;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The job has been started: its end is the end of the results.
     *
     * @param job that is cancelled when the iterator is closed
     */
    public void started(JobClient job) {
        lock.lock();
        try {
            client = job;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        job.getJobExecutionResult()
                .whenComplete(
                        (result, problem) -> {
                            lock.lock();
                            try {
                                jobEnded = true;
                                end(problem);
                            } finally {
                                lock.unlock();
                            }
                        });
    }

    /** Shows what is left of a job that ended well, and nothing more of one that did not. */
    private void end(Throwable problem) {
        if (over) {
            return;
        }
        if (problem == null && !closed) {
            sealed.forEach(part -> part.records().forEach(this::show));
            staged.forEach(this::show);
        }
        sealed.clear();
        staged = new ArrayList<>();
        failure = problem;
        over = true;
        changed.signalAll();
        wakeWriter.run();
    }

    /**
     * Reads one result without waiting.
     *
     * @return false when none is visible now
     */
    public boolean poll(Consumer<? super T> reading) {
        Object queued = take();
        if (queued == null) {
            return false;
        }
        reading.accept(value(queued));
        return true;
    }

    /** Null when nothing is visible now. */
    private Object take() {
        lock.lock();
        try {
            Object next = visible.poll();
            if (next != null) {
                read++;
                if (visible.size() == CAPACITY / 2) {
                    wakeWriter.run();
                }
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** The program's end of it. Waits as long as there may be more. */
    private final class Reader implements CloseableIterator<T> {

        private Object next;

        @Override
        public boolean hasNext() {
            while (next == null) {
                next = take();
                if (next == null && !mayCome()) {
                    return false;
                }
            }
            return true;
        }

        /** Waits for a result; false when there will be none. */
        private boolean mayCome() {
            lock.lock();
            try {
                while (visible.isEmpty()) {
                    if (closed) {
                        return false;
                    }
                    if (over) {
                        if (failure != null) {
                            throw new RuntimeException(
                                    "There are no more results, for the job did not end well: "
                                            + rootOf(failure),
                                    failure);
                        }
                        return false;
                    }
                    if (client == null) {
                        throw new IllegalStateException(
                                "The job has not been started: call execute() or executeAsync() on the"
                                        + " environment before results are read.");
                    }
                    changed.await(1, TimeUnit.MINUTES);
                }
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RuntimeException("Interrupted while waiting for the next result", e);
            } finally {
                lock.unlock();
            }
        }

        /** What really happened lies some wrappers deep. */
        private static Throwable rootOf(Throwable problem) {
            Throwable root = problem;
            while (root.getCause() != null && root.getCause() != root) {
                root = root.getCause();
            }
            return root;
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException("The job has no more results");
            }
            T result = value(next);
            next = null;
            return result;
        }

        /** Cancels the job unless it has ended. What has not been read is lost. */
        @Override
        public void close() {
            JobClient toCancel;
            lock.lock();
            try {
                if (closed) {
                    return;
                }
                closed = true;
                next = null;
                visible.clear();
                sealed.clear();
                staged = new ArrayList<>();
                toCancel = jobEnded ? null : client; // results may have ended before it
                changed.signalAll();
                wakeWriter.run();
            } finally {
                lock.unlock();
            }
            if (toCancel != null) {
                toCancel.cancel();
            }
        }
    }
}
