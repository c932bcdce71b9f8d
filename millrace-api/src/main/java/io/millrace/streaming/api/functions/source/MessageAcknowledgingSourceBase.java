// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * For message queues that deliver a message again until it is acknowledged. Ids of messages since
 * the last barrier are kept under the checkpoint and acknowledged when it has completed. After a
 * restore the ids of the snapshot count as seen: {@link #addId} says so, and the subclass leaves
 * the message out.
 *
 * @param <Type> what is emitted
 * @param <UId> what identifies a message across deliveries
 */
@PublicEvolving
public abstract class MessageAcknowledgingSourceBase<Type, UId> extends RichSourceFunction<Type>
        implements CheckpointedFunction, CheckpointListener {

    private static final long serialVersionUID = -8689291992192955579L;

    private final TypeInformation<UId> idType;

    /** Ids by checkpoint that has not completed yet, oldest first. */
    protected transient ArrayDeque<Tuple2<Long, Set<UId>>> pendingCheckpoints;

    private transient Set<UId> idsSinceBarrier;
    private transient Set<UId> idsNotAcknowledged;
    private transient ListState<Tuple2<Long, List<UId>>> state;

    /** With ids of this class. */
    protected MessageAcknowledgingSourceBase(Class<UId> idClass) {
        this(TypeInformation.of(idClass));
    }

    /** With ids of this type. */
    protected MessageAcknowledgingSourceBase(TypeInformation<UId> idTypeInfo) {
        this.idType = Objects.requireNonNull(idTypeInfo, "idTypeInfo");
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        state =
                context.getOperatorStateStore()
                        .getListState(
                                new ListStateDescriptor<>(
                                        "message-acknowledging-source-state",
                                        Types.TUPLE(Types.LONG, Types.LIST(idType))));
        pendingCheckpoints = new ArrayDeque<>();
        idsSinceBarrier = new HashSet<>();
        idsNotAcknowledged = new HashSet<>();
        if (context.isRestored()) {
            for (Tuple2<Long, List<UId>> restored : state.get()) {
                Set<UId> ids = new HashSet<>(restored.f1);
                pendingCheckpoints.addLast(Tuple2.of(restored.f0, ids));
                idsNotAcknowledged.addAll(ids);
            }
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
        idsSinceBarrier = new HashSet<>();
        idsNotAcknowledged = new HashSet<>();
    }

    /** Tells the queue that these messages need not come again. */
    protected abstract void acknowledgeIDs(long checkpointId, Set<UId> uIds);

    /**
     * Notes a message; call it under the checkpoint lock, together with emitting.
     *
     * @return whether it is new; if not, it must not be emitted
     */
    protected boolean addId(UId uid) {
        idsSinceBarrier.add(uid);
        return idsNotAcknowledged.add(uid);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        pendingCheckpoints.addLast(Tuple2.of(context.getCheckpointId(), idsSinceBarrier));
        idsSinceBarrier = new HashSet<>();
        List<Tuple2<Long, List<UId>>> entries = new ArrayList<>();
        for (Tuple2<Long, Set<UId>> pending : pendingCheckpoints) {
            entries.add(Tuple2.of(pending.f0, new ArrayList<>(pending.f1)));
        }
        state.update(entries);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        Iterator<Tuple2<Long, Set<UId>>> pending = pendingCheckpoints.iterator();
        while (pending.hasNext()) {
            Tuple2<Long, Set<UId>> entry = pending.next();
            if (entry.f0 <= checkpointId) {
                acknowledgeIDs(entry.f0, entry.f1);
                entry.f1.forEach(idsNotAcknowledged::remove);
                pending.remove();
            }
        }
    }

    /** Nothing to do: the ids are acknowledged with the next checkpoint that completes. */
    @Override
    public void notifyCheckpointAborted(long checkpointId) {}
}
