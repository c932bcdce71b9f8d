// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * For queues where a message has two names: one that stays the same in all deliveries, and one of
 * this session, by which it is acknowledged. The latter is worth nothing after a restart and is in
 * no snapshot.
 *
 * @param <Type> what is emitted
 * @param <UId> what identifies a message across deliveries
 * @param <SessionId> what acknowledges it
 */
@PublicEvolving
public abstract class MultipleIdsMessageAcknowledgingSourceBase<Type, UId, SessionId>
        extends MessageAcknowledgingSourceBase<Type, UId> {

    private static final long serialVersionUID = 42L;

    /** Session ids by checkpoint that has not completed yet, oldest first. */
    protected transient Deque<Tuple2<Long, List<SessionId>>> sessionIdsPerSnapshot;

    /**
     * Those since the last barrier; add to it under the checkpoint lock, also for messages left
     * out.
     */
    protected transient List<SessionId> sessionIds;

    /** With ids of this class. */
    protected MultipleIdsMessageAcknowledgingSourceBase(Class<UId> idClass) {
        super(idClass);
    }

    /** With ids of this type. */
    protected MultipleIdsMessageAcknowledgingSourceBase(TypeInformation<UId> idTypeInfo) {
        super(idTypeInfo);
    }

    @Override
    @SuppressWarnings("deprecation") // the mirrored signature is the older one
    public void open(Configuration parameters) throws Exception {
        super.open(parameters);
        sessionIds = new ArrayList<>();
        sessionIdsPerSnapshot = new ArrayDeque<>();
    }

    @Override
    public void close() throws Exception {
        super.close();
        sessionIds = new ArrayList<>();
        sessionIdsPerSnapshot = new ArrayDeque<>();
    }

    @Override
    protected final void acknowledgeIDs(long checkpointId, Set<UId> uniqueIds) {
        Iterator<Tuple2<Long, List<SessionId>>> snapshots = sessionIdsPerSnapshot.iterator();
        while (snapshots.hasNext()) {
            Tuple2<Long, List<SessionId>> snapshot = snapshots.next();
            if (snapshot.f0 <= checkpointId) {
                acknowledgeSessionIDs(snapshot.f1);
                snapshots.remove();
            }
        }
    }

    /** Tells the queue that these messages need not come again. */
    protected abstract void acknowledgeSessionIDs(List<SessionId> sessionIds);

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        sessionIdsPerSnapshot.addLast(Tuple2.of(context.getCheckpointId(), sessionIds));
        sessionIds = new ArrayList<>();
        super.snapshotState(context);
    }
}
