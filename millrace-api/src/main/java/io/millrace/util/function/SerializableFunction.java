// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.Public;
import java.io.Serializable;
import java.util.function.Function;

/**
 * A function that travels.
 *
 * @param <T> what comes in
 * @param <R> what goes out
 */
@Public
@FunctionalInterface
public interface SerializableFunction<T, R> extends Function<T, R>, Serializable {}
