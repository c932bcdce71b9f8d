// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Older assigners of timestamps and watermarks. */
package io.millrace.streaming.api.functions.timestamps;
