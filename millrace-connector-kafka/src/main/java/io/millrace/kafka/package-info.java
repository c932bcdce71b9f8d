// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What Millrace promises of Kafka beyond the connector that it renames: the program is looked at
 * before it starts ({@link io.millrace.kafka.KafkaProgramCheck}), and a transaction that is lost is
 * never lost silently ({@link io.millrace.kafka.LostTransactions}).
 *
 * <p>Run by the caller of {@code execute()} and by sinks' tasks. Users name nothing here.
 */
package io.millrace.kafka;
