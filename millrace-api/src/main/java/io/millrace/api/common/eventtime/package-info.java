// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Timestamps and watermarks: where a stream stands in event time. */
package io.millrace.api.common.eventtime;
