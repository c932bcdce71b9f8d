// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * From the description of a program to a thing that can run.
 *
 * <p>Stands on {@code operator}, {@code exchange}, {@code state}. Run by: the caller's thread;
 * everything here is pure. Never here: a file, a thread, a clock. Begin with {@link
 * io.millrace.engine.plan.Planner}.
 */
package io.millrace.engine.plan;
