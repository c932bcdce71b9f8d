// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.PublicEvolving;

/**
 * Takes four values.
 *
 * @param <S> the first
 * @param <T> the second
 * @param <U> the third
 * @param <V> the fourth
 */
@PublicEvolving
@FunctionalInterface
public interface QuadConsumer<S, T, U, V> {

    /** Takes four values. */
    void accept(S s, T t, U u, V v);
}
