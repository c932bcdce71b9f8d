// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Lengths of time, as older programs give them. */
package io.millrace.streaming.api.windowing.time;
