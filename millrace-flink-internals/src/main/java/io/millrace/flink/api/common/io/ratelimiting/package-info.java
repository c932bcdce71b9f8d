// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Flink's package of limits to what a source reads, which the Pub/Sub connector takes. */
package io.millrace.flink.api.common.io.ratelimiting;
