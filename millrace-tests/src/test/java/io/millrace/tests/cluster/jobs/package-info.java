// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Jobs that run here and, exported, on real clusters of Flink, with the same results. Some are
 * written as programs were written years ago, so that the shims for Flink 2 have something to do.
 */
package io.millrace.tests.cluster.jobs;
