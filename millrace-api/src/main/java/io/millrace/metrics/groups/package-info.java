// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Metric groups of operators, sources and sinks, with the metrics each has. */
package io.millrace.metrics.groups;
