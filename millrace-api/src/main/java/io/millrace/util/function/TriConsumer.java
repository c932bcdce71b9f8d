// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.PublicEvolving;

/**
 * Takes three values.
 *
 * @param <S> the first
 * @param <T> the second
 * @param <U> the third
 */
@PublicEvolving
@FunctionalInterface
public interface TriConsumer<S, T, U> {

    /** Takes three values. */
    void accept(S s, T t, U u);
}
