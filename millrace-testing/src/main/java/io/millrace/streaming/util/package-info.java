// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Harnesses that run one operator, and what tests of streams use beside them. */
package io.millrace.streaming.util;
