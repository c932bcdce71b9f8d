// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.PublicEvolving;

/**
 * Maps four values.
 *
 * @param <S> the first
 * @param <T> the second
 * @param <U> the third
 * @param <V> the fourth
 * @param <R> what goes out
 */
@PublicEvolving
@FunctionalInterface
public interface QuadFunction<S, T, U, V, R> {

    /** Maps four values. */
    R apply(S s, T t, U u, V v);
}
