// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** A mini cluster for tests of JUnit 4, and waiting for jobs. */
package io.millrace.runtime.testutils;
