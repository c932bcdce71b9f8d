// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is not here, or not on a Flink: the tables that say what there is instead, and the list that
 * people are given.
 *
 * <p>Stands on {@code io.millrace.rename} for what is absent, and on no other package of the
 * launcher; those that migrate, run and export stand on it. Run by: the main thread. Never here: a
 * look for what is absent. Begin with {@link io.millrace.cli.lacking.AbsenceList}.
 */
package io.millrace.cli.lacking;
