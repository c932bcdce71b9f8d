// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Sinks of the older kind, two-phase commit among them. */
package io.millrace.streaming.api.functions.sink;
