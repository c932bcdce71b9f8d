// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What is called with the contents of a window. */
package io.millrace.streaming.api.functions.windowing;
