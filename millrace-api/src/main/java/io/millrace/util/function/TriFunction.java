// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.PublicEvolving;

/**
 * Maps three values.
 *
 * @param <S> the first
 * @param <T> the second
 * @param <U> the third
 * @param <R> what goes out
 */
@PublicEvolving
@FunctionalInterface
public interface TriFunction<S, T, U, R> {

    /** Maps three values. */
    R apply(S s, T t, U u);
}
