// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.api.connector.sink2.Sink;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.connector.kafka.sink.KafkaSink;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Pipeline;
import io.millrace.spi.ProgramCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a program's sources and sinks before it starts. The topics that they name have to be
 * there. An exactly-once sink's transaction has to live from its first record until the checkpoint
 * after it is complete, restarts included, and two numbers bound it, one here and one at the
 * broker.
 */
public final class KafkaProgramCheck implements ProgramCheck {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaProgramCheck.class);

    /** Asks a broker; in tests, answers. */
    interface Brokers {
        /** The broker's transaction.max.timeout.ms in ms; empty if it could not be had. */
        OptionalLong longestTransaction(SinkSettings sink);

        /**
         * Which of the topics are surely not there; none if that could not be had.
         *
         * @param toWrite then a topic that the broker makes when it is first written is there
         */
        Set<String> missing(Properties client, Set<String> topics, boolean toWrite);
    }

    record Found(String operator, SinkSettings settings) {}

    private final Brokers brokers;

    /** For {@link java.util.ServiceLoader}. */
    public KafkaProgramCheck() {
        this(new AskedBrokers());
    }

    KafkaProgramCheck(Brokers brokers) {
        this.brokers = brokers;
    }

    @Override
    public void check(Pipeline program) {
        Duration interval =
                program.configuration()
                        .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                        .orElse(null);
        List<Found> sinks = new ArrayList<>();
        for (OperatorTransformation<?> operator : program.operators()) {
            if (operator.spec() instanceof OperatorSpec.Source spec
                    && spec.source() instanceof KafkaSource<?> source) {
                SourceSettings settings = SourceSettings.of(source);
                require(
                        "source",
                        operator.name(),
                        settings.servers(),
                        brokers.missing(settings.consumer(), TopicsOf.source(settings), false));
            }
            if (sink(operator.spec()) instanceof KafkaSink<?> sink) {
                SinkSettings settings = SinkSettings.of(sink);
                settings.whenLost(); // refuses what it does not know
                require(
                        "sink",
                        operator.name(),
                        settings.servers(),
                        brokers.missing(settings.producer(), TopicsOf.sink(settings), true));
                if (settings.isExactlyOnce()) {
                    sinks.add(new Found(operator.name(), settings));
                }
            }
        }
        requireDifferentPrefixes(sinks);
        for (Found sink : sinks) {
            check(sink, interval);
        }
    }

    private static void require(String what, String operator, String servers, Set<String> missing) {
        if (!missing.isEmpty()) {
            boolean one = missing.size() == 1;
            throw new IllegalArgumentException(
                    "The Kafka "
                            + what
                            + " '"
                            + operator
                            + "' can't start: there "
                            + (one ? "is no topic '" : "are no topics '")
                            + String.join("', '", missing)
                            + "' at "
                            + servers
                            + ". Create "
                            + (one ? "it" : "them")
                            + ", or correct the name or the bootstrap servers.");
        }
    }

    private static Sink<?> sink(OperatorSpec spec) {
        return spec instanceof OperatorSpec.WriterSink whole
                ? whole.sink()
                : spec instanceof OperatorSpec.SinkWriting writing ? writing.sink() : null;
    }

    /** Two sinks of one prefix at one broker abort each other's transactions. */
    private static void requireDifferentPrefixes(List<Found> sinks) {
        for (int i = 0; i < sinks.size(); i++) {
            for (int k = 0; k < i; k++) {
                SinkSettings one = sinks.get(k).settings;
                SinkSettings other = sinks.get(i).settings;
                Set<String> common = new HashSet<>(servers(one));
                common.retainAll(servers(other));
                if (!common.isEmpty() && clash(one.prefix(), other.prefix())) {
                    throw new IllegalArgumentException(
                            "The Kafka sinks '"
                                    + sinks.get(k).operator
                                    + "' and '"
                                    + sinks.get(i).operator
                                    + "' have the transactional-id prefixes '"
                                    + one.prefix()
                                    + "' and '"
                                    + other.prefix()
                                    + "' at the same brokers ("
                                    + common.iterator().next()
                                    + "): they would abort each other's transactions. Give each a"
                                    + " prefix of its own with setTransactionalIdPrefix.");
                }
            }
        }
    }

    /** Ids are PREFIX-SUBTASK-CHECKPOINT, so 'a' and 'a-1' may make the same id, too. */
    private static boolean clash(String one, String other) {
        String shorter = one.length() <= other.length() ? one : other;
        String longer = shorter.equals(one) ? other : one;
        return longer.equals(shorter)
                || longer.startsWith(shorter + "-")
                        && longer.substring(shorter.length() + 1).matches("\\d+(-\\d+)?");
    }

    private static Set<String> servers(SinkSettings settings) {
        Set<String> servers = new HashSet<>();
        Arrays.stream(settings.servers().split(",", -1))
                .map(server -> server.strip().toLowerCase(Locale.ROOT))
                .filter(server -> !server.isEmpty())
                .forEach(servers::add);
        return servers;
    }

    private void check(Found sink, Duration interval) {
        sink.settings
                .forbidsTransactions()
                .ifPresent(
                        setting -> {
                            throw new IllegalArgumentException(
                                    "The Kafka sink '"
                                            + sink.operator
                                            + "' is exactly-once, and so writes transactions, which"
                                            + " Kafka's client does not with the sink's "
                                            + setting
                                            + "; or make the sink at-least-once.");
                        });
        if (sink.settings.prefix().equals(SinkSettings.NO_PREFIX)) {
            LOG.warn(
                    "The Kafka sink '{}' is exactly-once and has no transactional-id prefix of its"
                            + " own but '{}', which every sink has that is given none: any two jobs"
                            + " with it at the same brokers abort each other's transactions. Set"
                            + " one that no other sink has with"
                            + " KafkaSinkBuilder.setTransactionalIdPrefix.",
                    sink.operator,
                    SinkSettings.NO_PREFIX);
        }
        Duration timeout = sink.settings.timeout();
        if (interval == null) {
            LOG.warn(
                    "The Kafka sink '{}' is exactly-once, but checkpointing is off: its"
                            + " transactions are committed when the job ends, and not before. Switch"
                            + " checkpointing on with execution.checkpointing.interval, or make the"
                            + " sink at-least-once.",
                    sink.operator);
        } else if (timeout.compareTo(interval) <= 0) {
            LOG.warn(
                    "The Kafka sink '{}' has transaction.timeout.ms = {} ms, and checkpoints are {}"
                            + " ms apart (execution.checkpointing.interval): a transaction may expire"
                            + " before the checkpoint that commits it. Set a timeout longer than the"
                            + " interval, a checkpoint and the longest pause to be survived taken"
                            + " together.",
                    sink.operator,
                    timeout.toMillis(),
                    interval.toMillis());
        }
        OptionalLong longest = brokers.longestTransaction(sink.settings);
        if (longest.isPresent() && timeout.toMillis() > longest.getAsLong()) {
            throw new IllegalArgumentException(
                    "The Kafka sink '"
                            + sink.operator
                            + "' has transaction.timeout.ms = "
                            + timeout.toMillis()
                            + " ms, but the broker allows at most transaction.max.timeout.ms = "
                            + longest.getAsLong()
                            + " ms; "
                            + (interval == null
                                    ? "checkpointing is off (execution.checkpointing.interval)"
                                    : "checkpoints are execution.checkpointing.interval = "
                                            + interval.toMillis()
                                            + " ms apart")
                            + ". Set transaction.timeout.ms of the sink"
                            + " (KafkaSinkBuilder.setProperty) to at most the broker's, and well"
                            + " above the interval; or raise transaction.max.timeout.ms at the"
                            + " broker.");
        }
    }
}
