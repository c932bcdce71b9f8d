// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Metrics for programs. */
package io.millrace.runtime.metrics;
