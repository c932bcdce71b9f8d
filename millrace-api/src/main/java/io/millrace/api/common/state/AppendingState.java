// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;

/**
 * State that values are added to.
 *
 * @param <IN> what is added
 * @param <OUT> what is read
 */
@PublicEvolving
public interface AppendingState<IN, OUT> extends State {

    /** What the values added amount to. */
    OUT get() throws Exception;

    /** Adds one value. */
    void add(IN value) throws Exception;
}
