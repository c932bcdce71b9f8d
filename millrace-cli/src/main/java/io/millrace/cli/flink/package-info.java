// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Runs jars that were compiled against Flink: finds their classes, renames them as they load, and
 * tells before the start what they would not find.
 *
 * <p>Run by the thread that starts the program; the class loader by any thread. It knows names and
 * class files, and no engine. Nothing of this package is loaded for a jar of Millrace's own. Begin
 * with {@link io.millrace.cli.flink.FlinkProgram}.
 */
package io.millrace.cli.flink;
