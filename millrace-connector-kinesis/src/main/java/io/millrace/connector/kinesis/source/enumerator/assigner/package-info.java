// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Assigners of shards; mirrored. */
package io.millrace.connector.kinesis.source.enumerator.assigner;
