// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Programs as they were written years ago, so that the shims for Flink 2 have something to do. Jobs
 * of today's kind are the examples.
 */
package io.millrace.tests.cluster.jobs;
