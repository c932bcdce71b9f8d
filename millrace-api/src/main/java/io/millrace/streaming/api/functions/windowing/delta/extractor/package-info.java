// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What of a record is to be compared. */
package io.millrace.streaming.api.functions.windowing.delta.extractor;
