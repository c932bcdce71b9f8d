// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code millrace migrate}: brings a source tree from Flink's names to ours.
 *
 * <p>Stands on nothing of Millrace but its class files, which it looks at to know what there is.
 * Run by: the main thread. Never here: a change of what a program means, or of a byte that is not
 * part of a name. Begin with {@link io.millrace.cli.migrate.Migration}.
 */
package io.millrace.cli.migrate;
