// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Who reads which shard; mirrored. */
package io.millrace.connector.kinesis.source.enumerator;
