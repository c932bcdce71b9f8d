// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The choice of keyed state on RocksDB, and its settings. */
package io.millrace.contrib.streaming.state;
