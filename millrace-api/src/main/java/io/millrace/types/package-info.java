// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Flink's small value types and what goes wrong with values. Nothing runs here. */
package io.millrace.types;
