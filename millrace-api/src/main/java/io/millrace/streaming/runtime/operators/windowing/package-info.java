// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What evictors are shown. */
package io.millrace.streaming.runtime.operators.windowing;
