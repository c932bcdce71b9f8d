// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Which records of a window are not to be shown. */
package io.millrace.streaming.api.windowing.evictors;
