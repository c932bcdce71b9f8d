// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What tests and the functions of their jobs share. */
package io.millrace.testutils.junit;
