// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** How far two records are from each other. */
package io.millrace.streaming.api.functions.windowing.delta;
