// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Bad input: each piece of it is told with what and where, nothing hangs, and nothing on disk is
 * lost.
 */
package io.millrace.tests.cases.input;
