// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.connector.kafka.source.split.KafkaPartitionSplit;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offsets as the program has chosen them, but with what Kafka's client would do by its {@code
 * auto.offset.reset} done before: a group that has no offset, or an offset that is not there, is
 * replaced as the program's strategy says. So the client needs no such setting of its own.
 *
 * @param group null if the source has none
 * @param toStart else these are offsets to stop at, which need not be there
 */
record CheckedOffsets(OffsetsInitializer chosen, String group, boolean toStart)
        implements OffsetsInitializer {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(CheckedOffsets.class);

    static OffsetsInitializer toStart(OffsetsInitializer chosen, String group) {
        return new CheckedOffsets(chosen, group, true);
    }

    static OffsetsInitializer toStop(OffsetsInitializer chosen, String group) {
        return new CheckedOffsets(chosen, group, false);
    }

    @Override
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
        return chosen.getAutoOffsetResetStrategy();
    }

    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
            Collection<TopicPartition> partitions, PartitionOffsetsRetriever given) {
        PartitionOffsetsRetriever broker = new WithGroup(given, group);
        Map<TopicPartition, Long> offsets =
                new HashMap<>(chosen.getPartitionOffsets(partitions, broker));
        if (toStart) {
            takeTheGroups(offsets, broker);
            takeThoseThatAreThere(offsets, broker);
        }
        return offsets;
    }

    /** Where the group's offset is asked for, it is put in, or what stands for it. */
    private void takeTheGroups(
            Map<TopicPartition, Long> offsets, PartitionOffsetsRetriever broker) {
        Set<TopicPartition> asked =
                offsets.entrySet().stream()
                        .filter(entry -> entry.getValue() == KafkaPartitionSplit.COMMITTED_OFFSET)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        if (asked.isEmpty()) {
            return;
        }
        Map<TopicPartition, Long> committed = broker.committedOffsets(asked);
        for (TopicPartition partition : asked) {
            Long offset = committed.get(partition);
            if (offset == null && getAutoOffsetResetStrategy() == OffsetResetStrategy.NONE) {
                throw new IllegalStateException(
                        "The group '"
                                + group
                                + "' has committed no offset of partition "
                                + partition.partition()
                                + " of the topic '"
                                + partition.topic()
                                + "', and the source is to start with it. Choose what to start with"
                                + " then: OffsetsInitializer.committedOffsets(OffsetResetStrategy"
                                + ".EARLIEST), or LATEST.");
            }
            offsets.put(partition, offset == null ? replacement(partition, broker) : offset);
        }
    }

    private void takeThoseThatAreThere(
            Map<TopicPartition, Long> offsets, PartitionOffsetsRetriever broker) {
        Set<TopicPartition> exact =
                offsets.entrySet().stream()
                        .filter(entry -> entry.getValue() >= 0)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        if (exact.isEmpty() || getAutoOffsetResetStrategy() == OffsetResetStrategy.NONE) {
            return; // one that is not there fails in the reader
        }
        Map<TopicPartition, Long> oldest = broker.beginningOffsets(exact);
        Map<TopicPartition, Long> end = broker.endOffsets(exact);
        for (TopicPartition partition : exact) {
            long offset = offsets.get(partition);
            if (offset < oldest.get(partition) || offset > end.get(partition)) {
                LOG.warn(
                        "The offset {} of {}, to start with, is not there: the partition holds {} to"
                                + " {}. The source starts as its strategy says: {}.",
                        offset,
                        partition,
                        oldest.get(partition),
                        end.get(partition),
                        getAutoOffsetResetStrategy());
                offsets.put(partition, replacement(partition, broker));
            }
        }
    }

    /** The end is a number, which a checkpoint can hold before the first record has come. */
    private long replacement(TopicPartition partition, PartitionOffsetsRetriever broker) {
        return getAutoOffsetResetStrategy() == OffsetResetStrategy.LATEST
                ? broker.endOffsets(Set.of(partition)).get(partition)
                : KafkaPartitionSplit.EARLIEST_OFFSET;
    }

    /** Says what is missing when a group's offsets are asked for without a group. */
    private record WithGroup(PartitionOffsetsRetriever broker, String group)
            implements PartitionOffsetsRetriever {

        @Override
        public Map<TopicPartition, Long> committedOffsets(Collection<TopicPartition> partitions) {
            if (group == null) {
                throw new IllegalArgumentException(
                        "No offset is given for "
                                + partitions.stream()
                                        .map(TopicPartition::toString)
                                        .collect(Collectors.toCollection(TreeSet::new))
                                + ", so the offsets that the group has committed are asked for, and"
                                + " the source has no group.id. Set one with"
                                + " KafkaSourceBuilder.setGroupId, or give offsets of all partitions"
                                + " (OffsetsInitializer.offsets).");
            }
            return broker.committedOffsets(partitions);
        }

        @Override
        public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            return broker.endOffsets(partitions);
        }

        @Override
        public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
            return broker.beginningOffsets(partitions);
        }

        @Override
        public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                Map<TopicPartition, Long> timestamps) {
            return broker.offsetsForTimes(timestamps);
        }
    }
}
