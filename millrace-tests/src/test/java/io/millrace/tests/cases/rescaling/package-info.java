// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Jobs that go on from a checkpoint with another parallelism. */
package io.millrace.tests.cases.rescaling;
