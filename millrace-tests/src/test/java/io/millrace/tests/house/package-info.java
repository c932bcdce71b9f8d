// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The house's own rules, kept by tests: they read class files, sources and pages, and run nothing
 * but one job on the module path.
 */
package io.millrace.tests.house;
