// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Says of a source that finds no broker what the connector's "Failed to list subscribed topic
 * partitions due to" leaves out.
 *
 * <p>Put in by the build: what the methods of {@code KafkaSourceEnumerator} throw that take the
 * answers of the brokers goes through {@link #explain}.
 */
public final class DiscoveryFailures {

    private DiscoveryFailures() {}

    /** Called by the renamed {@code KafkaSourceEnumerator}. */
    public static Exception explain(Exception failure, Object enumerator) {
        TimeoutException noAnswer = ExplainedFailure.noAnswerIn(failure);
        if (noAnswer == null || ExplainedFailure.isIn(failure)) {
            return failure;
        }
        Set<String> topics = TopicsOf.subscribed(SendFailures.read(enumerator, "subscriber"));
        return new ExplainedFailure(
                NoAnswer.toSource(
                        (Properties) SendFailures.read(enumerator, "properties"),
                        "the partitions and offsets of "
                                + (topics.isEmpty() ? "the topics that it is to read" : topics),
                        noAnswer),
                failure);
    }
}
