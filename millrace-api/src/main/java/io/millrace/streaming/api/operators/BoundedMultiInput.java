// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;

/**
 * Is told when its inputs have ended. Here that is told of each input, in order, once all have
 * ended.
 */
@PublicEvolving
public interface BoundedMultiInput {

    /**
     * No record will follow; what is still held may be emitted. Before {@code finish}.
     *
     * @param inputId 1 for the first input
     */
    void endInput(int inputId) throws Exception;
}
