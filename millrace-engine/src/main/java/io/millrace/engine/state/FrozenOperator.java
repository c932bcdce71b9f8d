// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.util.List;

/**
 * One operator's state as it was at a barrier, on its way to the {@link SnapshotWriter}.
 *
 * @param operatorName for messages
 */
public record FrozenOperator(OperatorId operator, String operatorName, List<FrozenState> parts) {
    public FrozenOperator {
        parts = List.copyOf(parts);
    }
}
