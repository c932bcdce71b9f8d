// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** A sink whose results a test can look at. */
package io.millrace.test.streaming.runtime.util;
