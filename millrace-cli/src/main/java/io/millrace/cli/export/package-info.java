// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The command that makes a jar of a job for a Flink cluster.
 *
 * <p>Stands on {@code io.millrace.rename}, and on the tables and shims of {@code
 * millrace-flink-shims}, which it reads as bytes. Run by: the main thread. Never here: a class of
 * Flink's, for there is none on the launcher's class path. Begin with {@link
 * io.millrace.cli.export.ExportCommand}.
 */
package io.millrace.cli.export;
