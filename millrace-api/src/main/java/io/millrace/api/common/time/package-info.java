// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Lengths of time from before {@link java.time.Duration}, and deadlines. */
package io.millrace.api.common.time;
