// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Latches, threads and checks of tests. */
package io.millrace.core.testutils;
