// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What sources and sinks are given to work in step with their task, and groups of operators. */
package io.millrace.api.common.operators;
