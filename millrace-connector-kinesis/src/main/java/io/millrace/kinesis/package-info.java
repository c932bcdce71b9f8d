// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How shards are followed, read and written. Users name nothing here; what they name is in the
 * mirrored packages.
 *
 * <p>{@link io.millrace.kinesis.ShardBook} decides which shard may be read when, {@link
 * io.millrace.kinesis.ShardSplitReader} and its two kinds fetch, and {@link
 * io.millrace.kinesis.StreamCalls} is all that is asked of AWS.
 */
package io.millrace.kinesis;
