// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Windows, and how they are written. */
package io.millrace.streaming.api.windowing.windows;
