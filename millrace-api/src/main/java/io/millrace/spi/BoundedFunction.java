// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

/**
 * Marks a source function of the library whose {@code run} returns by itself after the last record,
 * so that a batch job can have it. What a program says by {@code addSource} counts as unbounded.
 */
public interface BoundedFunction {}
