// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;

/** Is told when its only input has ended. */
@PublicEvolving
public interface BoundedOneInput {

    /** No record will follow; what is still held may be emitted. Before {@code finish}. */
    void endInput() throws Exception;
}
