// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.util.function.Supplier;

/**
 * A supplier that travels.
 *
 * @param <T> the value
 */
@PublicEvolving
@FunctionalInterface
public interface SerializableSupplier<T> extends Supplier<T>, Serializable {}
