// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Files of a test. */
package io.millrace.testutils.junit.utils;
