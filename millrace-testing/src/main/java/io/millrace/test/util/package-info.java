// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Base classes and helpers of tests that run whole jobs. */
package io.millrace.test.util;
