// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;

/** A value that may be a key: it is ordered, and equal to what has the same content. */
@Public
@SuppressWarnings("ComparableType") // the type says so
public interface Key<T> extends Value, Comparable<T> {

    @Override
    int hashCode();

    @Override
    boolean equals(Object other);
}
