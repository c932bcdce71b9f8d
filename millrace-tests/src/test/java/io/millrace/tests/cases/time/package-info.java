// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Cases about event time, idleness and timers. */
package io.millrace.tests.cases.time;
