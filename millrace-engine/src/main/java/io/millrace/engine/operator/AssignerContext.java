// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;

/** What an assigner of windows learns while it assigns: what the clock shows. */
final class AssignerContext extends WindowAssigner.WindowAssignerContext {

    private final OperatorContext context;

    AssignerContext(OperatorContext context) {
        this.context = context;
    }

    @Override
    public long getCurrentProcessingTime() {
        return context.clock().millis();
    }
}
