// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Cases about running jobs: restarts, cancellation, directories, and what is left behind. */
package io.millrace.tests.cases.ops;
