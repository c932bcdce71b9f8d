// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Jobs in which records go round: what comes of them, how they end, and what failures change. */
package io.millrace.tests.cases.loops;
