// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Exported jobs on real clusters of Flink, each of three processes. Run by: JUnit. */
package io.millrace.tests.cluster;
