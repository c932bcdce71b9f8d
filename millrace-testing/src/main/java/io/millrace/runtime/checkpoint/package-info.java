// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What a snapshot that a test harness took is held in. */
package io.millrace.runtime.checkpoint;
