// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Cases about two streams, or one with itself. */
package io.millrace.tests.cases.joins;
