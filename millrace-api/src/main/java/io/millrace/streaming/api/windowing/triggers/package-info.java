// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** When the contents of a window are to be shown. */
package io.millrace.streaming.api.windowing.triggers;
