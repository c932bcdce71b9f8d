// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Classes that are not public in Flink and that connectors of Flink's use all the same.
 *
 * <p>Each lies here under the name that it has in Flink, with {@code io.millrace.flink} for the
 * root, so that no package is in two modules; the launcher gives it to a program of Flink's by that
 * name, where Millrace's API has none of Flink's name. {@link io.millrace.flink.FlinkInternals}
 * lists them. Nothing in Millrace may use them: it is for the program to run them.
 */
package io.millrace.flink;
