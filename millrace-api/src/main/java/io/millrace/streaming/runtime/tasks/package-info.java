// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What operators may know of their task: the time. */
package io.millrace.streaming.runtime.tasks;
