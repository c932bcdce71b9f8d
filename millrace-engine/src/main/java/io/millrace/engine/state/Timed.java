// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * A value of a state with a time to live, and when it was last accessed. Never changed itself,
 * though the value may be.
 *
 * @param lastAccess milliseconds of the task's clock
 */
public record Timed<V>(V value, long lastAccess) {}
