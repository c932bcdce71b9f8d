// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Acceptance cases: each test runs jobs in this JVM through the public API, and names the case it
 * proves.
 */
package io.millrace.tests.cases;
