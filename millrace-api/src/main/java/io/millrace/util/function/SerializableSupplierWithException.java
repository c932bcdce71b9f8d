// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * A supplier that travels, and may throw.
 *
 * @param <T> the value
 * @param <E> the exception
 */
@PublicEvolving
@FunctionalInterface
public interface SerializableSupplierWithException<T, E extends Throwable>
        extends SupplierWithException<T, E>, Serializable {}
