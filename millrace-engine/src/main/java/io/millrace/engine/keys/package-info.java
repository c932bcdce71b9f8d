// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Where a key lives: key groups, and which subtask owns them; and which subtasks of two vertices
 * face each other.
 *
 * <p>Stands on nothing. Run by: anyone; everything here is pure. Never here: state, routing,
 * threads. Begin with {@link io.millrace.engine.keys.KeyGroups}.
 */
package io.millrace.engine.keys;
