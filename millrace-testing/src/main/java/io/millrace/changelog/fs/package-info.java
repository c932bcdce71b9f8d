// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Where tests of Flink jobs say that a log of state changes would be. */
package io.millrace.changelog.fs;
