// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Savepoints: taking them, stopping with them, and beginning from them. */
package io.millrace.tests.cases.savepoint;
