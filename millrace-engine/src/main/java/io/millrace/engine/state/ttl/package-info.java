// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * State that expires: a layer between the program and any kind of backend, which keeps values with
 * the time of their last access.
 *
 * <p>Stands on {@code state}; knows no backend. Run by: the task, but for {@code survivors}, which
 * the thread that writes a snapshot may ask. Never here: a clock of its own. Begin with {@link
 * io.millrace.engine.state.ttl.ExpiringState}.
 */
package io.millrace.engine.state.ttl;
