// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** When to call an asynchronous function again. */
package io.millrace.streaming.util.retryable;
