// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** How an operator is identified. */
package io.millrace.runtime.jobgraph;
