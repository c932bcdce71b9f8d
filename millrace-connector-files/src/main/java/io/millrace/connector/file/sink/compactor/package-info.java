// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Ways to make one file of several, for {@code FileSink}. */
package io.millrace.connector.file.sink.compactor;
