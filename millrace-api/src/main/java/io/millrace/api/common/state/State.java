// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;

/**
 * A handle to state. It reads and writes under the current key (keyed) or for the subtask
 * (operator).
 */
@PublicEvolving
public interface State {

    /** Removes what is kept, under the current key only where the state is keyed. */
    void clear();
}
