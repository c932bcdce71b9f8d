// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** How an exception says that the job must not be restarted. */
package io.millrace.runtime.execution;
