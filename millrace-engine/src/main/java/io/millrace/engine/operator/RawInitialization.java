// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.OperatorStateStore;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.state.RawState;
import io.millrace.runtime.state.KeyGroupStatePartitionStreamProvider;
import io.millrace.runtime.state.StateInitializationContext;
import io.millrace.runtime.state.StatePartitionStreamProvider;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What a custom operator gets to register and find its state, raw state among it. */
final class RawInitialization implements StateInitializationContext {

    private final OperatorContext context;
    private final CustomSurroundings<?> surroundings;
    private final RawState.Content raw;

    RawInitialization(OperatorContext context, CustomSurroundings<?> surroundings)
            throws Exception {
        this.context = context;
        this.surroundings = surroundings;
        this.raw = context.operatorState().takeRaw();
    }

    @Override
    public OptionalLong getRestoredCheckpointId() {
        return context.restoredCheckpointId();
    }

    @Override
    public OperatorStateStore getOperatorStateStore() {
        return context.operatorState();
    }

    @Override
    public KeyedStateStore getKeyedStateStore() {
        return surroundings.keyedStates();
    }

    @Override
    public Iterable<StatePartitionStreamProvider> getRawOperatorStateInputs() {
        List<StatePartitionStreamProvider> inputs = new ArrayList<>();
        for (byte[] partition : raw.partitions()) {
            inputs.add(new StatePartitionStreamProvider(new ByteArrayInputStream(partition)));
        }
        return inputs;
    }

    @Override
    public Iterable<KeyGroupStatePartitionStreamProvider> getRawKeyedStateInputs() {
        List<KeyGroupStatePartitionStreamProvider> inputs = new ArrayList<>();
        for (RawState.KeyGroup group : raw.keyGroups()) {
            inputs.add(
                    new KeyGroupStatePartitionStreamProvider(
                            new ByteArrayInputStream(group.bytes()), group.id()));
        }
        return inputs;
    }
}
