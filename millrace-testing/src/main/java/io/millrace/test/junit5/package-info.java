// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** A mini cluster for tests of JUnit 5. */
package io.millrace.test.junit5;
