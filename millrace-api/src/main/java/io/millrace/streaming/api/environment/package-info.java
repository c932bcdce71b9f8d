// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Where a program begins, keeps its settings and is handed to the engine. */
package io.millrace.streaming.api.environment;
