// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What Millrace promises of Kafka beyond the connector that it renames: the program is looked at
 * before it starts ({@link io.millrace.kafka.KafkaProgramCheck}), and neither a transaction ({@link
 * io.millrace.kafka.LostTransactions}) nor records that the source has not read yet ({@link
 * io.millrace.kafka.LostRecords}) are ever lost silently.
 *
 * <p>Run by the caller of {@code execute()} and by tasks of sources and sinks. Users name nothing
 * here.
 */
package io.millrace.kafka;
