// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Shards as splits; mirrored. */
package io.millrace.connector.kinesis.source.split;
