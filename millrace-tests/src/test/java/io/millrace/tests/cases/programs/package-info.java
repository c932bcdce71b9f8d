// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Programs of others, compiled against Flink elsewhere, as the launcher runs them. */
package io.millrace.tests.cases.programs;
