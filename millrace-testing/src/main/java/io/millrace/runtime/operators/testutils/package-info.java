// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What tests throw. */
package io.millrace.runtime.operators.testutils;
