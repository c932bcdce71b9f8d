// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Programs that were compiled against a real Flink, run by the launcher. */
package io.millrace.tests.cases.flinkjars;
