// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Sinks of the newer kind that need no outside system. */
package io.millrace.streaming.api.functions.sink.v2;
