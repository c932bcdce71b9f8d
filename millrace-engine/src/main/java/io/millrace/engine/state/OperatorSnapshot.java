// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.util.List;

/** One operator's part of one task's snapshot; {@code handles} is empty when it has no state. */
public record OperatorSnapshot(OperatorId operator, List<StateHandle> handles) {
    public OperatorSnapshot {
        handles = List.copyOf(handles);
    }
}
