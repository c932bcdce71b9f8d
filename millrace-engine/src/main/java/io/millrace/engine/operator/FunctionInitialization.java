// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.OperatorStateStore;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.runtime.state.FunctionInitializationContext;
import java.util.OptionalLong;

/**
 * What a function gets to register and find its state; restored or not is told per operator
 * (CK-97).
 */
record FunctionInitialization(OperatorContext context, KeyedStates keyedStates)
        implements FunctionInitializationContext {

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
        return keyedStates;
    }
}
