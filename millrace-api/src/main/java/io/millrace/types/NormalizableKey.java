// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.Public;

/** A key whose order can be seen in its first bytes. */
@Public
@SuppressWarnings("ComparableType") // the type says so
public interface NormalizableKey<T> extends Comparable<T>, Key<T> {

    /** How many bytes tell all; {@link Integer#MAX_VALUE} when no number does. */
    int getMaxNormalizedKeyLen();
}
