// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.sink;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.util.function.Function;

/**
 * Makes the partition key of an element, 1 to 256 characters. Elements of one key go to one shard.
 */
@PublicEvolving
@FunctionalInterface
public interface PartitionKeyGenerator<InputT> extends Function<InputT, String>, Serializable {}
