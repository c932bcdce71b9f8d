// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** How data flows: backpressure, calls that emit much, blocking user code. */
package io.millrace.tests.cases.flow;
