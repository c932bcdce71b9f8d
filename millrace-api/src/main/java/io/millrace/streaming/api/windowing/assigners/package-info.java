// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Which windows a record belongs to. */
package io.millrace.streaming.api.windowing.assigners;
