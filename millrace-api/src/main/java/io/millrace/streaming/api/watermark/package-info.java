// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The watermark, as elements of streams and older functions know it. */
package io.millrace.streaming.api.watermark;
