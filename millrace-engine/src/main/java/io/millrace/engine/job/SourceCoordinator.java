// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.engine.chain.SourceLetter;
import io.millrace.engine.worker.Progress;
import io.millrace.engine.worker.Step;
import io.millrace.engine.worker.Workers;
import io.millrace.metrics.MetricGroup;
import io.millrace.util.FlinkRuntimeException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the split enumerator of one FLIP-27 source, in one attempt of the job, as a step of its own:
 * the enumerator is user code, and a slow one must hold up neither tasks nor the job's supervisor.
 * Everything reaches it through an inbox, which any thread may post to, and is done one thing at a
 * time in the order of the inbox.
 *
 * <h2>A split is in exactly one snapshot</h2>
 *
 * A split is either the enumerator's or a reader's; a checkpoint must find it on one side. So the
 * coordinator takes the enumerator's snapshot <em>before</em> the tasks are triggered, and from
 * then on keeps back every letter to the tasks until {@link #reopen} says that the triggers of that
 * checkpoint are in the tasks' mailboxes. What was assigned before the snapshot is thus in front of
 * the trigger and in the readers' snapshots; what is assigned after it comes behind the trigger and
 * is in the enumerator's. {@link #reopen} must be called for every {@link #snapshot}, also when the
 * checkpoint is given up. A second snapshot asked for in between waits for the first one's
 * reopening.
 *
 * <p>A failure of the enumerator is reported once and ends this step; the job restarts as a whole,
 * so splits never have to be given back.
 */
public final class SourceCoordinator implements Step {

    /** Carries letters to the readers; called on the coordinator's step, returns at once. */
    public interface ReaderPost {
        void send(int subtask, SourceLetter.ToReader letter);
    }

    /** Hears what came of things; called on the coordinator's step, returns at once. */
    public interface Listener {
        /** The enumerator failed, and the job with it; not said once it was told to close. */
        void failed(Throwable cause);

        /** The enumerator says that the source is behind its input, or has caught up. */
        void backlog(boolean behind);

        /** The enumerator is closed and nothing of it runs in a step any more; said last, once. */
        void ended();
    }

    /**
     * Takes the enumerator's part of a checkpoint; called on the coordinator's step, returns at
     * once.
     */
    public interface SnapshotCallback {
        /** {@code state} is what {@link SourceCoordinator} is to be given to restore. */
        void taken(long checkpointId, byte[] state);

        /**
         * The enumerator could not say where it stands, and goes on; said only where that is no
         * failure of the job. Letters to the tasks are not kept back.
         */
        void notTaken(long checkpointId, Throwable cause);
    }

    private static final Logger LOG = LoggerFactory.getLogger(SourceCoordinator.class);

    private static final int LETTERS_PER_STEP = 64;

    private final String sourceName;
    private final boolean failOnSnapshotError;
    private final ClassLoader userClassLoader;
    private final Workers workers;
    private final ReaderPost post;
    private final Listener listener;
    private final Enumeration<?, ?> enumeration;
    private final Queue<Letter> inbox = new ConcurrentLinkedQueue<>();
    private final EnumeratorCalls calls;

    // Letters kept back while a snapshot is being followed by its triggers.
    private final Queue<Outgoing> heldBack = new ArrayDeque<>();
    private final Queue<PendingSnapshot> laterSnapshots = new ArrayDeque<>();
    private long holdingFor = NOT_HOLDING;

    private static final long NOT_HOLDING = -1;

    private boolean done;
    private volatile Workers.Handle handle;
    private volatile Thread stepping;
    private volatile boolean closing;

    /** Set before {@link #closing}. */
    private BooleanSupplier jobIsDone = () -> false;

    /** Something to do in the step. */
    interface Letter {
        void open() throws Exception;
    }

    private record Outgoing(int subtask, SourceLetter.ToReader letter) {}

    private record PendingSnapshot(long checkpointId, SnapshotCallback callback) {}

    /**
     * A coordinator; it begins with its first step.
     *
     * @param sourceName the operator's name, for messages
     * @param source this coordinator's own instance
     * @param parallelism of the readers
     * @param restored what {@link SnapshotCallback} was given, null to start afresh
     * @param failOnSnapshotError whether an enumerator that cannot say where it stands has failed,
     *     and the job with it; else only that checkpoint is not taken
     */
    public <S extends SourceSplit, E> SourceCoordinator(
            String sourceName,
            Source<?, S, E> source,
            int parallelism,
            byte[] restored,
            boolean failOnSnapshotError,
            ClassLoader userClassLoader,
            Workers workers,
            MetricGroup metrics,
            ReaderPost post,
            Listener listener) {
        this.sourceName = sourceName;
        this.failOnSnapshotError = failOnSnapshotError;
        this.userClassLoader = userClassLoader;
        this.workers = workers;
        this.post = post;
        this.listener = listener;
        this.calls =
                new EnumeratorCalls(name(), workers, userClassLoader, this::put, () -> closing);
        this.enumeration =
                new Enumeration<>(sourceName, source, parallelism, metrics, calls, new Post());
        inbox.add(() -> start(restored));
    }

    // ------------------------------------------------------------------ any thread

    /**
     * Begins stepping on a thread of its own, since an enumerator may block (it lists files, asks
     * brokers).
     */
    public void begin() {
        handle = workers.add(this, Workers.Placement.OWN_THREAD);
        handle.wake();
    }

    /** A letter from a reader. */
    public void receive(SourceLetter.ToCoordinator letter) {
        put(() -> enumeration.receive(letter));
    }

    /**
     * Takes the enumerator's snapshot and keeps back all letters to the tasks until {@link
     * #reopen}.
     */
    public void snapshot(long checkpointId, SnapshotCallback callback) {
        PendingSnapshot asked = new PendingSnapshot(checkpointId, callback);
        put(() -> takeInTurn(asked));
    }

    private void takeInTurn(PendingSnapshot asked) throws Exception {
        if (holdingFor == NOT_HOLDING) {
            takeSnapshot(asked);
        } else {
            laterSnapshots.add(asked);
        }
    }

    /**
     * The triggers of this checkpoint are in the tasks' mailboxes, or it has been given up: letters
     * may go again. For a snapshot that is not taken yet it means that it is not needed any more.
     */
    public void reopen(long checkpointId) {
        put(
                () -> {
                    if (holdingFor != checkpointId) {
                        laterSnapshots.removeIf(later -> later.checkpointId() == checkpointId);
                        return;
                    }
                    holdingFor = NOT_HOLDING;
                    for (Outgoing next = heldBack.poll(); next != null; next = heldBack.poll()) {
                        post.send(next.subtask(), next.letter());
                    }
                    while (holdingFor == NOT_HOLDING && !laterSnapshots.isEmpty()) {
                        takeSnapshot(laterSnapshots.remove());
                    }
                });
    }

    /** The checkpoint is durable. */
    public void notifyCheckpointComplete(long checkpointId) {
        put(() -> enumeration.notifyCheckpointComplete(checkpointId));
    }

    /** The checkpoint will never complete. */
    public void notifyCheckpointAborted(long checkpointId) {
        put(() -> enumeration.notifyCheckpointAborted(checkpointId));
    }

    /**
     * Closes the enumerator and ends the step; letters that come later are not opened. {@link
     * Listener#ended} tells when it is done.
     *
     * @param done whether nobody goes on with the job, here or elsewhere; asked in the step, and
     *     only if the enumerator wants to know. Of several calls the first counts.
     */
    public void close(BooleanSupplier done) {
        if (!closing) {
            jobIsDone = done;
            closing = true;
        }
        wake();
    }

    String sourceName() {
        return sourceName;
    }

    /** What is stepping it; null before it begins. */
    Workers.Handle handle() {
        return handle;
    }

    private void put(Letter letter) {
        inbox.add(letter);
        wake();
    }

    private void wake() {
        Workers.Handle known = handle;
        if (known != null) {
            known.wake();
        }
    }

    // ------------------------------------------------------------------ the step

    @Override
    public Progress step() {
        if (done) {
            return Progress.DONE;
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(userClassLoader);
        stepping = thread;
        try {
            return work();
        } finally {
            stepping = null;
            thread.setContextClassLoader(before);
        }
    }

    private Progress work() {
        boolean made = calls.startDue();
        for (int i = 0; i < LETTERS_PER_STEP && !closing; i++) {
            Letter letter = inbox.poll();
            if (letter == null) {
                return made ? Progress.MADE : Progress.NONE;
            }
            made = true;
            try {
                letter.open();
            } catch (Throwable e) {
                fail(e);
                return Progress.DONE;
            }
        }
        if (!closing) {
            return Progress.MADE;
        }
        done = true;
        calls.end();
        try {
            enumeration.close(jobIsDone);
        } catch (Throwable e) {
            LOG.warn("The split enumerator of source '{}' could not be closed well", sourceName, e);
        }
        listener.ended();
        return Progress.DONE;
    }

    private void start(byte[] restored) throws Exception {
        try {
            enumeration.start(restored);
        } catch (Throwable e) {
            throw new SourceNotStarted(sourceName, e);
        }
    }

    private void fail(Throwable cause) {
        done = true;
        calls.end();
        try {
            // What fails on its own goes on, in the next attempt or process.
            enumeration.close(closing ? jobIsDone : () -> false);
        } catch (Throwable e) {
            cause.addSuppressed(e);
        }
        tellFailed(cause instanceof SourceNotStarted ? cause : failure("failed", cause));
        listener.ended();
    }

    private void tellFailed(Throwable failure) {
        if (closing) {
            LOG.warn("A failure of source '{}' while it was being closed", sourceName, failure);
        } else {
            listener.failed(failure);
        }
    }

    @Override
    public void broke(Throwable cause) {
        tellFailed(failure("failed", cause));
        listener.ended();
    }

    private FlinkRuntimeException failure(String what, Throwable cause) {
        return new FlinkRuntimeException(
                "The split enumerator of source '" + sourceName + "' " + what + ": " + cause,
                cause);
    }

    @Override
    public long wakeAtMs() {
        return done ? Long.MAX_VALUE : calls.nextDueMs();
    }

    @Override
    public String name() {
        return "source coordinator '" + sourceName + "'";
    }

    private void takeSnapshot(PendingSnapshot pending) throws Exception {
        byte[] state;
        try {
            state = enumeration.snapshot(pending.checkpointId());
        } catch (Throwable e) {
            if (failOnSnapshotError) {
                throw e;
            }
            pending.callback()
                    .notTaken(pending.checkpointId(), failure("could not say where it stands", e));
            return;
        }
        holdingFor = pending.checkpointId();
        pending.callback().taken(pending.checkpointId(), state);
    }

    /** What the enumeration has done here. */
    private final class Post implements Enumeration.Coordinator {

        @Override
        public void put(Letter letter) {
            SourceCoordinator.this.put(letter);
        }

        @Override
        public void inStep(Letter letter) {
            if (Thread.currentThread() != stepping) {
                SourceCoordinator.this.put(letter);
                return;
            }
            try {
                letter.open();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw failure("failed", e);
            }
        }

        @Override
        public void send(int subtask, SourceLetter.ToReader letter) {
            if (holdingFor == NOT_HOLDING) {
                post.send(subtask, letter);
            } else {
                heldBack.add(new Outgoing(subtask, letter));
            }
        }

        @Override
        public void backlog(boolean isProcessingBacklog) {
            listener.backlog(isProcessingBacklog);
        }
    }
}
