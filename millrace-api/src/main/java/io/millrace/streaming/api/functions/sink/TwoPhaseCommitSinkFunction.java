// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.time.Clock;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sink whose writes become visible exactly once, because they are made in transactions that live
 * as long as the time between two checkpoints.
 *
 * <p>The four steps and what they promise:
 *
 * <ol>
 *   <li>Records go into the <em>current</em> transaction.
 *   <li>At the barrier of checkpoint n the current transaction is {@linkplain #preCommit
 *       pre-committed} (everything is out of this process and can be committed by another one),
 *       becomes <em>pending</em> under n, and a new one begins. Both are part of the snapshot.
 *   <li>When n has completed, all transactions pending under n or an older id are {@linkplain
 *       #commit committed}. The checkpoint is durable by then, so no record of them will come
 *       again.
 *   <li>After a restore the pending ones of the snapshot are {@linkplain #recoverAndCommit
 *       committed} (perhaps for the second time: the process may have died after the first) and its
 *       current one is {@linkplain #recoverAndAbort aborted}, since its records will come again.
 * </ol>
 *
 * Transactions that were begun after the snapshot restored from are in no snapshot: the outside
 * system must let them time out, or {@link #recoverAndAbort} must find them. All methods are called
 * by the task, one at a time.
 *
 * @param <IN> what is written
 * @param <TXN> the name of a transaction: enough to commit or abort it from another process
 * @param <CONTEXT> something kept beside the transactions, the names to choose from for example
 */
@PublicEvolving
public abstract class TwoPhaseCommitSinkFunction<IN, TXN, CONTEXT> extends RichSinkFunction<IN>
        implements CheckpointedFunction, CheckpointListener {

    private static final long serialVersionUID = 3163658060903252502L;

    private static final Logger LOG = LoggerFactory.getLogger(TwoPhaseCommitSinkFunction.class);

    /** Pre-committed and not yet committed, by checkpoint, oldest first. */
    protected final LinkedHashMap<Long, TransactionHolder<TXN>> pendingCommitTransactions =
            new LinkedHashMap<>();

    protected transient Optional<CONTEXT> userContext;

    protected transient ListState<State<TXN, CONTEXT>> state;

    private final Clock clock;
    private final StateSerializer<TXN, CONTEXT> stateSerializer;

    private TransactionHolder<TXN> current;
    private long transactionTimeout = Long.MAX_VALUE;
    private boolean ignoreFailuresAfterTransactionTimeout;
    private double transactionTimeoutWarningRatio = -1;
    private boolean finished;

    /** Why a snapshot could not begin the next transaction; null when the last one could. */
    private transient Exception beginFailed;

    /** Takes the serializers under which transactions and context are kept in snapshots. */
    public TwoPhaseCommitSinkFunction(
            TypeSerializer<TXN> transactionSerializer, TypeSerializer<CONTEXT> contextSerializer) {
        this(transactionSerializer, contextSerializer, Clock.systemUTC());
    }

    TwoPhaseCommitSinkFunction(
            TypeSerializer<TXN> transactionSerializer,
            TypeSerializer<CONTEXT> contextSerializer,
            Clock clock) {
        this.stateSerializer = new StateSerializer<>(transactionSerializer, contextSerializer);
        this.clock = clock;
    }

    /** Called on a fresh start, and on a restore that brought no context. */
    protected Optional<CONTEXT> initializeUserContext() {
        return Optional.empty();
    }

    protected Optional<CONTEXT> getUserContext() {
        return userContext;
    }

    /** The transaction that records go into; null after the last one was pre-committed. */
    protected TXN currentTransaction() {
        return current == null ? null : current.handle;
    }

    /** Those pre-committed and not yet committed, by checkpoint, oldest first. */
    protected Stream<Map.Entry<Long, TXN>> pendingTransactions() {
        return pendingCommitTransactions.entrySet().stream()
                .map(e -> new AbstractMap.SimpleEntry<>(e.getKey(), e.getValue().handle));
    }

    /** Writes a record in a transaction. */
    protected abstract void invoke(TXN transaction, IN value, Context context) throws Exception;

    /** Begins a transaction. */
    protected abstract TXN beginTransaction() throws Exception;

    /**
     * Brings everything written so far into a form that {@link #commit} needs this process no
     * longer for.
     */
    protected abstract void preCommit(TXN transaction) throws Exception;

    /**
     * Makes the transaction visible; does nothing when it is already. An exception fails the task.
     */
    protected abstract void commit(TXN transaction);

    /** The same after a restore; must succeed when the transaction was committed before. */
    protected void recoverAndCommit(TXN transaction) {
        commit(transaction);
    }

    /** Drops the transaction. */
    protected abstract void abort(TXN transaction);

    /** The same after a restore. */
    protected void recoverAndAbort(TXN transaction) {
        abort(transaction);
    }

    /** Called after each restored context, with the transactions that were handled for it. */
    protected void finishRecoveringContext(Collection<TXN> handledTransactions) {}

    /** Called at the end of the input, before the last pre-commit. */
    protected void finishProcessing(TXN transaction) {}

    /** Not for this kind of sink: a record needs its transaction. */
    @Override
    public final void invoke(IN value) throws Exception {
        throw new UnsupportedOperationException(
                "A two-phase commit sink is called with the record's context, by the engine.");
    }

    @Override
    public final void invoke(IN value, Context context) throws Exception {
        if (current == null) {
            throw new IllegalStateException(
                    finished || beginFailed == null
                            ? getClass().getName() + " was given a record after the end of its input."
                            : getClass().getName()
                                    + " has no transaction for a record: none could be begun when the"
                                    + " last snapshot was taken, and that failure was tolerated"
                                    + " (execution.checkpointing.tolerable-failed-checkpoints). The task"
                                    + " fails now, and begins again from the last complete checkpoint.",
                    beginFailed);
        }
        invoke(current.handle, value, context);
    }

    @Override
    public final void finish() throws Exception {
        if (current != null) {
            finishProcessing(current.handle);
        }
        finished = true;
    }

    @Override
    public final void notifyCheckpointComplete(long checkpointId) throws Exception {
        Throwable firstError = null;
        Iterator<Map.Entry<Long, TransactionHolder<TXN>>> pending =
                pendingCommitTransactions.entrySet().iterator();
        while (pending.hasNext()) {
            Map.Entry<Long, TransactionHolder<TXN>> entry = pending.next();
            if (entry.getKey() > checkpointId) {
                continue;
            }
            warnWhenOld(entry.getValue());
            try {
                commit(entry.getValue().handle);
            } catch (Throwable t) {
                // The others do not depend on this one: each is tried, then the task fails.
                if (firstError == null) {
                    firstError = t;
                } else {
                    firstError.addSuppressed(t);
                }
            }
            pending.remove();
        }
        if (firstError != null) {
            throw new FlinkRuntimeException(
                    "A transaction of "
                            + getClass().getName()
                            + " could not be committed after checkpoint "
                            + checkpointId
                            + ". It is in that checkpoint and will be tried again after the restart.",
                    firstError);
        }
    }

    /** Nothing to do: what belonged to the aborted checkpoint is committed with the next one. */
    @Override
    public void notifyCheckpointAborted(long checkpointId) {}

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        if (current != null) {
            preCommit(current.handle);
            pendingCommitTransactions.put(context.getCheckpointId(), current);
            current = null;
        }
        if (!finished) {
            try {
                current = begin();
                beginFailed = null;
            } catch (Exception e) {
                beginFailed = e;
                throw e;
            }
        }
        state.update(
                List.of(
                        new State<>(
                                current,
                                new ArrayList<>(pendingCommitTransactions.values()),
                                userContext)));
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        state =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("state", stateSerializer));
        userContext = Optional.empty();
        boolean contextRecovered = false;
        if (context.isRestored()) {
            for (State<TXN, CONTEXT> restored : state.get()) {
                List<TXN> handled = new ArrayList<>();
                for (TransactionHolder<TXN> holder : restored.getPendingCommitTransactions()) {
                    recoverAndCommitOne(holder);
                    handled.add(holder.handle);
                }
                if (restored.getPendingTransaction() != null) {
                    TXN open = restored.getPendingTransaction().handle;
                    recoverAndAbort(open);
                    handled.add(open);
                }
                if (restored.getContext().isPresent()) {
                    userContext = restored.getContext();
                    finishRecoveringContext(handled);
                    contextRecovered = true;
                }
            }
        }
        if (!contextRecovered) {
            userContext = initializeUserContext();
        }
        pendingCommitTransactions.clear();
        current = begin();
    }

    @Override
    public void close() throws Exception {
        super.close();
        if (current != null) {
            TXN open = current.handle;
            current = null;
            abort(open);
        }
    }

    /**
     * How long the outside system keeps a transaction open, in milliseconds; not limited when not
     * set.
     *
     * @throws IllegalArgumentException when negative
     */
    protected TwoPhaseCommitSinkFunction<IN, TXN, CONTEXT> setTransactionTimeout(
            long transactionTimeout) {
        if (transactionTimeout < 0) {
            throw new IllegalArgumentException(
                    "A transaction timeout must not be negative, but is "
                            + transactionTimeout
                            + " ms.");
        }
        this.transactionTimeout = transactionTimeout;
        return this;
    }

    /**
     * After a restore, a transaction that cannot be committed and is older than the timeout is
     * given up with an error in the log: <b>its records are lost</b>. Without this the job fails
     * until somebody looks.
     */
    protected TwoPhaseCommitSinkFunction<IN, TXN, CONTEXT> ignoreFailuresAfterTransactionTimeout() {
        this.ignoreFailuresAfterTransactionTimeout = true;
        return this;
    }

    /**
     * Warns when a transaction is older at its commit than this part of the timeout.
     *
     * @param warningRatio from 0 to 1
     * @throws IllegalArgumentException when outside
     */
    protected TwoPhaseCommitSinkFunction<IN, TXN, CONTEXT> enableTransactionTimeoutWarnings(
            double warningRatio) {
        if (!(warningRatio >= 0 && warningRatio <= 1)) {
            throw new IllegalArgumentException(
                    "A warning ratio must be from 0 to 1, but is " + warningRatio + '.');
        }
        this.transactionTimeoutWarningRatio = warningRatio;
        return this;
    }

    private TransactionHolder<TXN> begin() throws Exception {
        return new TransactionHolder<>(beginTransaction(), clock.millis());
    }

    private void recoverAndCommitOne(TransactionHolder<TXN> holder) {
        warnWhenOld(holder);
        try {
            recoverAndCommit(holder.handle);
        } catch (RuntimeException e) {
            long age = age(holder);
            if (!ignoreFailuresAfterTransactionTimeout || age <= transactionTimeout) {
                throw e;
            }
            LOG.error(
                    "Transaction {} of {} is given up: it could not be committed after the restore and is {} ms old, with a"
                            + " timeout of {} ms. Its records are probably lost.",
                    holder.handle,
                    getClass().getName(),
                    age,
                    transactionTimeout,
                    e);
        }
    }

    private void warnWhenOld(TransactionHolder<TXN> holder) {
        if (transactionTimeoutWarningRatio < 0) {
            return;
        }
        long age = age(holder);
        if (age > transactionTimeoutWarningRatio * transactionTimeout) {
            LOG.warn(
                    "Transaction {} of {} is {} ms old at its commit; after {} ms the outside system drops it and its records"
                            + " are lost. Shorten the checkpoint interval or lengthen the timeout.",
                    holder.handle,
                    getClass().getName(),
                    age,
                    transactionTimeout);
        }
    }

    private long age(TransactionHolder<TXN> holder) {
        return clock.millis() - holder.transactionStartTime;
    }

    /** What one subtask keeps in a snapshot. */
    public static final class State<TXN, CONTEXT> {

        protected TransactionHolder<TXN> pendingTransaction;
        protected List<TransactionHolder<TXN>> pendingCommitTransactions = new ArrayList<>();
        protected Optional<CONTEXT> context;

        public State() {
            this.context = Optional.empty();
        }

        public State(
                TransactionHolder<TXN> pendingTransaction,
                List<TransactionHolder<TXN>> pendingCommitTransactions,
                Optional<CONTEXT> context) {
            this.pendingTransaction = pendingTransaction;
            this.pendingCommitTransactions =
                    Objects.requireNonNull(pendingCommitTransactions, "pendingCommitTransactions");
            this.context = Objects.requireNonNull(context, "context");
        }

        /** The one that was open at the barrier; null after the end of the input. */
        public TransactionHolder<TXN> getPendingTransaction() {
            return pendingTransaction;
        }

        public void setPendingTransaction(TransactionHolder<TXN> pendingTransaction) {
            this.pendingTransaction = pendingTransaction;
        }

        /** Those to be committed, oldest first. */
        public List<TransactionHolder<TXN>> getPendingCommitTransactions() {
            return pendingCommitTransactions;
        }

        public void setPendingCommitTransactions(
                List<TransactionHolder<TXN>> pendingCommitTransactions) {
            this.pendingCommitTransactions = pendingCommitTransactions;
        }

        public Optional<CONTEXT> getContext() {
            return context;
        }

        public void setContext(Optional<CONTEXT> context) {
            this.context = context;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof State<?, ?> that
                    && Objects.equals(pendingTransaction, that.pendingTransaction)
                    && Objects.equals(pendingCommitTransactions, that.pendingCommitTransactions)
                    && Objects.equals(context, that.context);
        }

        @Override
        public int hashCode() {
            return Objects.hash(pendingTransaction, pendingCommitTransactions, context);
        }
    }

    /** A transaction and when it began. */
    public static final class TransactionHolder<TXN> {

        private final TXN handle;
        private final long transactionStartTime;

        /**
         * A transaction.
         *
         * @param transactionStartTime milliseconds since 1970
         */
        public TransactionHolder(TXN handle, long transactionStartTime) {
            this.handle = handle;
            this.transactionStartTime = transactionStartTime;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof TransactionHolder<?> that
                    && transactionStartTime == that.transactionStartTime
                    && Objects.equals(handle, that.handle);
        }

        @Override
        public int hashCode() {
            return Objects.hash(handle, transactionStartTime);
        }

        @Override
        public String toString() {
            return "transaction " + handle + ", begun at " + transactionStartTime;
        }
    }

    /**
     * Writes a {@link State}: a flag and the open transaction; a count and those to be committed; a
     * flag and the context. A transaction is its handle and its start in milliseconds.
     */
    public static final class StateSerializer<TXN, CONTEXT>
            extends TypeSerializer<State<TXN, CONTEXT>> {

        private static final long serialVersionUID = 1L;

        private final TypeSerializer<TXN> transactionSerializer;
        private final TypeSerializer<CONTEXT> contextSerializer;

        public StateSerializer(
                TypeSerializer<TXN> transactionSerializer,
                TypeSerializer<CONTEXT> contextSerializer) {
            this.transactionSerializer =
                    Objects.requireNonNull(transactionSerializer, "transactionSerializer");
            this.contextSerializer = Objects.requireNonNull(contextSerializer, "contextSerializer");
        }

        @Override
        public boolean isImmutableType() {
            return false;
        }

        @Override
        public TypeSerializer<State<TXN, CONTEXT>> duplicate() {
            return new StateSerializer<>(
                    transactionSerializer.duplicate(), contextSerializer.duplicate());
        }

        @Override
        public State<TXN, CONTEXT> createInstance() {
            return new State<>();
        }

        @Override
        public State<TXN, CONTEXT> copy(State<TXN, CONTEXT> from) {
            List<TransactionHolder<TXN>> pending = new ArrayList<>();
            for (TransactionHolder<TXN> holder : from.getPendingCommitTransactions()) {
                pending.add(copy(holder));
            }
            TransactionHolder<TXN> open = from.getPendingTransaction();
            return new State<>(
                    open == null ? null : copy(open),
                    pending,
                    from.getContext().map(contextSerializer::copy));
        }

        @Override
        public State<TXN, CONTEXT> copy(State<TXN, CONTEXT> from, State<TXN, CONTEXT> reuse) {
            return copy(from);
        }

        @Override
        public int getLength() {
            return -1;
        }

        @Override
        public void serialize(State<TXN, CONTEXT> record, DataOutputView target)
                throws IOException {
            TransactionHolder<TXN> open = record.getPendingTransaction();
            target.writeBoolean(open != null);
            if (open != null) {
                write(open, target);
            }
            target.writeInt(record.getPendingCommitTransactions().size());
            for (TransactionHolder<TXN> holder : record.getPendingCommitTransactions()) {
                write(holder, target);
            }
            target.writeBoolean(record.getContext().isPresent());
            if (record.getContext().isPresent()) {
                contextSerializer.serialize(record.getContext().get(), target);
            }
        }

        @Override
        public State<TXN, CONTEXT> deserialize(DataInputView source) throws IOException {
            TransactionHolder<TXN> open = source.readBoolean() ? read(source) : null;
            int count = source.readInt();
            List<TransactionHolder<TXN>> pending = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                pending.add(read(source));
            }
            Optional<CONTEXT> context =
                    source.readBoolean()
                            ? Optional.of(contextSerializer.deserialize(source))
                            : Optional.empty();
            return new State<>(open, pending, context);
        }

        @Override
        public State<TXN, CONTEXT> deserialize(State<TXN, CONTEXT> reuse, DataInputView source)
                throws IOException {
            return deserialize(source);
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            serialize(deserialize(source), target);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof StateSerializer<?, ?> that
                    && transactionSerializer.equals(that.transactionSerializer)
                    && contextSerializer.equals(that.contextSerializer);
        }

        @Override
        public int hashCode() {
            return Objects.hash(transactionSerializer, contextSerializer);
        }

        @Override
        public StateSerializerSnapshot<TXN, CONTEXT> snapshotConfiguration() {
            return new StateSerializerSnapshot<>(this);
        }

        private TransactionHolder<TXN> copy(TransactionHolder<TXN> from) {
            return new TransactionHolder<>(
                    transactionSerializer.copy(from.handle), from.transactionStartTime);
        }

        private void write(TransactionHolder<TXN> holder, DataOutputView target)
                throws IOException {
            transactionSerializer.serialize(holder.handle, target);
            target.writeLong(holder.transactionStartTime);
        }

        private TransactionHolder<TXN> read(DataInputView source) throws IOException {
            return new TransactionHolder<>(
                    transactionSerializer.deserialize(source), source.readLong());
        }
    }

    /** What is remembered of a {@link StateSerializer}: its two serializers. */
    public static final class StateSerializerSnapshot<TXN, CONTEXT>
            extends CompositeTypeSerializerSnapshot<
                    State<TXN, CONTEXT>, StateSerializer<TXN, CONTEXT>> {

        private static final int VERSION = 1;

        public StateSerializerSnapshot() {}

        StateSerializerSnapshot(StateSerializer<TXN, CONTEXT> serializer) {
            super(serializer);
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return VERSION;
        }

        @Override
        @SuppressWarnings("unchecked") // the order is that of getNestedSerializers
        protected StateSerializer<TXN, CONTEXT> createOuterSerializerWithNestedSerializers(
                TypeSerializer<?>[] nestedSerializers) {
            return new StateSerializer<>(
                    (TypeSerializer<TXN>) nestedSerializers[0],
                    (TypeSerializer<CONTEXT>) nestedSerializers[1]);
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(
                StateSerializer<TXN, CONTEXT> outerSerializer) {
            return new TypeSerializer<?>[] {
                outerSerializer.transactionSerializer, outerSerializer.contextSerializer
            };
        }
    }
}
