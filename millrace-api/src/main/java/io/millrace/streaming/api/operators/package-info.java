// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What signatures name of operators. */
package io.millrace.streaming.api.operators;
