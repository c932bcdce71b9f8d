// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.connector.kafka.lineage.KafkaDatasetFacetProvider;
import io.millrace.connector.kafka.lineage.KafkaDatasetIdentifier;
import io.millrace.connector.kafka.lineage.KafkaDatasetIdentifierProvider;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The topics that a source or a sink names. The connector tells them for lineage; whoever chooses
 * them by a pattern or by the record names none.
 */
final class TopicsOf {

    private TopicsOf() {}

    static Set<String> source(SourceSettings settings) {
        return subscribed(settings.subscriber());
    }

    /**
     * @param subscriber of a source
     */
    static Set<String> subscribed(Object subscriber) {
        return subscriber instanceof KafkaDatasetIdentifierProvider known
                ? names(known.getDatasetIdentifier())
                : Set.of();
    }

    static Set<String> sink(SinkSettings settings) {
        return settings.serializer() instanceof KafkaDatasetFacetProvider known
                ? names(known.getKafkaDatasetFacet().map(facet -> facet.getTopicIdentifier()))
                : Set.of();
    }

    private static Set<String> names(Optional<? extends KafkaDatasetIdentifier> identifier) {
        List<String> topics = identifier.map(KafkaDatasetIdentifier::getTopics).orElse(null);
        return topics == null ? Set.of() : new TreeSet<>(topics);
    }
}
