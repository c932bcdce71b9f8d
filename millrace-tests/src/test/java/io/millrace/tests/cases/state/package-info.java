// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Cases of state: what it holds, and what of it a checkpoint gives back. */
package io.millrace.tests.cases.state;
