// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tuples of 0 to 25 fields. Mutable values; they belong to whoever holds them and know no thread.
 * Begin with {@link io.millrace.api.java.tuple.Tuple}.
 */
package io.millrace.api.java.tuple;
