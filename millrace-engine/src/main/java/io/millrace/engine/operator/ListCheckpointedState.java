// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.ListState;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.ListCheckpointed;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * State of a function with the old {@link ListCheckpointed} interface: a list of Java-serialized
 * entries (CK-100).
 */
@SuppressWarnings("deprecation") // ListCheckpointed is old, but programs have it
final class ListCheckpointedState {

    private static final String NAME = "list-checkpointed";

    private final ListCheckpointed<Serializable> function;
    private final OperatorContext context;
    private ListState<byte[]> state;

    @SuppressWarnings("unchecked") // what the function is given back is what it gave
    ListCheckpointedState(ListCheckpointed<?> function, OperatorContext context) {
        this.function = (ListCheckpointed<Serializable>) function;
        this.context = context;
    }

    void restore() throws Exception {
        state = context.operatorState().getListState(Serializers.bytesList(NAME));
        if (context.restoredCheckpointId().isPresent()) {
            List<Serializable> entries = new ArrayList<>();
            for (byte[] entry : state.get()) {
                entries.add(
                        (Serializable)
                                UserObjects.read(
                                        entry,
                                        context.userClassLoader(),
                                        "the list state of operator '"
                                                + context.operatorName()
                                                + "'"));
            }
            function.restoreState(entries);
        }
    }

    void snapshot(FunctionSnapshotContext snapshot) throws Exception {
        List<? extends Serializable> entries =
                function.snapshotState(
                        snapshot.getCheckpointId(), snapshot.getCheckpointTimestamp());
        List<byte[]> bytes = new ArrayList<>();
        if (entries != null) {
            for (Serializable entry : entries) {
                bytes.add(
                        UserObjects.write(
                                entry,
                                "an entry of the list state of operator '"
                                        + context.operatorName()
                                        + "'"));
            }
        }
        state.update(bytes);
    }
}
