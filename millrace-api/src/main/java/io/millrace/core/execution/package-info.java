// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** A job that runs, as its starter sees it. */
package io.millrace.core.execution;
