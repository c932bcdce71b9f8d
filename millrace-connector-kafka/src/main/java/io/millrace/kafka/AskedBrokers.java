// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks Kafka, with the sink's or source's own settings of connection and identity. A broker that
 * does not answer, or may not be asked, is no reason to refuse a program: the log says so, and the
 * job's tasks will find out themselves.
 */
final class AskedBrokers implements KafkaProgramCheck.Brokers {

    private static final Logger LOG = LoggerFactory.getLogger(AskedBrokers.class);
    private static final String LONGEST = "transaction.max.timeout.ms";
    private static final String MAKES_TOPICS = "auto.create.topics.enable";
    private static final int WAIT_MS = 10_000;

    /** Brokers that have not answered: the next question would only wait, too. */
    private final Set<Object> silent = new HashSet<>();

    @Override
    public OptionalLong longestTransaction(SinkSettings sink) {
        return ask(sink.producer(), LONGEST, admin -> brokerSetting(admin, LONGEST))
                .map(value -> OptionalLong.of(Long.parseLong(value)))
                .orElse(OptionalLong.empty());
    }

    @Override
    public Set<String> missing(Properties client, Set<String> topics, boolean toWrite) {
        if (topics.isEmpty()) {
            return topics;
        }
        return ask(client, "topics " + topics, admin -> missing(admin, topics, toWrite))
                .orElse(Set.of());
    }

    private static Set<String> missing(Admin admin, Set<String> topics, boolean toWrite)
            throws InterruptedException, ExecutionException, TimeoutException {
        Set<String> missing = new TreeSet<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> answer :
                admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                answer.getValue().get(WAIT_MS, TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                missing.add(answer.getKey());
            }
        }
        // A setting that may not be read may be the default, which is to make them.
        return !missing.isEmpty() && toWrite && !"false".equals(brokerSetting(admin, MAKES_TOPICS))
                ? Set.of()
                : missing;
    }

    /** Null if it is not told. */
    private static String brokerSetting(Admin admin, String name)
            throws InterruptedException, ExecutionException, TimeoutException {
        Collection<Node> nodes =
                admin.describeCluster().nodes().get(WAIT_MS, TimeUnit.MILLISECONDS);
        if (nodes.isEmpty()) {
            return null;
        }
        ConfigResource broker =
                new ConfigResource(ConfigResource.Type.BROKER, nodes.iterator().next().idString());
        Config config =
                admin.describeConfigs(List.of(broker))
                        .all()
                        .get(WAIT_MS, TimeUnit.MILLISECONDS)
                        .getOrDefault(broker, new Config(Collections.emptyList()));
        ConfigEntry entry = config.get(name);
        return entry == null ? null : entry.value();
    }

    private interface Question<T> {
        /** Null if there is no answer. */
        T ask(Admin admin) throws InterruptedException, ExecutionException, TimeoutException;
    }

    private <T> Optional<T> ask(Properties client, String what, Question<T> question) {
        Object servers = client.get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG);
        if (silent.contains(servers)) {
            return Optional.empty();
        }
        try (Admin admin = Admin.create(properties(client))) {
            return Optional.ofNullable(question.ask(admin));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            if (isSilence(cause)) {
                silent.add(servers);
            }
            LOG.warn(
                    "The brokers {} (bootstrap.servers) could not be asked for their {} before the job"
                            + " starts: {}. It starts all the same, for they may come; its Kafka"
                            + " sources and sinks fail if they are not answered for a minute"
                            + " (default.api.timeout.ms of a source, max.block.ms of a sink).",
                    servers,
                    what,
                    isSilence(cause)
                            ? "there was no answer for " + WAIT_MS / 1_000 + " s"
                            : cause.toString());
            return Optional.empty();
        }
    }

    private static boolean isSilence(Throwable cause) {
        return cause instanceof TimeoutException
                || cause instanceof org.apache.kafka.common.errors.TimeoutException;
    }

    /**
     * @param oldest offset that is left
     * @param end the offset that the next record gets
     */
    record OffsetRange(long oldest, long end) {}

    /** What a partition holds; empty if it could not be asked. */
    static Optional<OffsetRange> range(Properties client, TopicPartition partition) {
        try (Admin admin = Admin.create(properties(client))) {
            return Optional.of(
                    new OffsetRange(
                            offset(admin, partition, OffsetSpec.earliest()),
                            offset(admin, partition, OffsetSpec.latest())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            LOG.warn("The brokers could not be asked for the offsets of {}", partition, e);
            return Optional.empty();
        }
    }

    private static long offset(Admin admin, TopicPartition partition, OffsetSpec which)
            throws InterruptedException, ExecutionException, TimeoutException {
        return admin.listOffsets(Map.of(partition, which))
                .partitionResult(partition)
                .get(WAIT_MS, TimeUnit.MILLISECONDS)
                .offset();
    }

    /** What an admin client knows of a producer's or consumer's properties. */
    private static Map<String, Object> properties(Properties client) {
        Map<String, Object> properties = new HashMap<>();
        for (String name : AdminClientConfig.configNames()) {
            Object value = client.get(name);
            if (value != null) {
                properties.put(name, value);
            }
        }
        properties.remove(AdminClientConfig.METRIC_REPORTER_CLASSES_CONFIG);
        properties.remove(AdminClientConfig.CLIENT_ID_CONFIG);
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, WAIT_MS);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, WAIT_MS / 2);
        return properties;
    }
}
