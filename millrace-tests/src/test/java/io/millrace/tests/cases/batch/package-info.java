// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Bounded programs that run as a batch. */
package io.millrace.tests.cases.batch;
