// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What Flink 2 has no longer and an exported job still calls, by what Flink 2 has: each class has
 * one subject and can be read beside Flink's documentation of it.
 *
 * <p>Compiled against Flink 2. The launcher never loads these classes: it reads them as bytes, with
 * {@code shims.tsv}, which says where each stands in, and puts those that a job needs into its
 * exported jar, as package {@code millrace.shim}. There they run: in the client that submits the
 * job, and in a cluster's tasks. They know nothing of Millrace.
 */
package io.millrace.flink.shim;
