// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The programs of the documentation, compiled and run. Each piece of Java that a page shows stands
 * here, too, between {@code // snippet: Name} and {@code // end of snippet}; {@code
 * DocumentationTest} compares the two.
 */
package io.millrace.tests.docs;
