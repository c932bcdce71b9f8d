// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.kafka.sink.KafkaRecordSerializationSchema;
import io.millrace.connector.kafka.sink.KafkaSink;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * What a sink was built with. The connector keeps it in private fields; they are read by their
 * names, which a test holds against the version that is renamed.
 *
 * @param prefix of transactional ids; null unless exactly-once
 */
record SinkSettings(
        DeliveryGuarantee guarantee,
        Properties producer,
        String prefix,
        KafkaRecordSerializationSchema<?> serializer) {

    /** What the connector takes for the prefix of a sink that has none. */
    static final String NO_PREFIX = "kafka-sink";

    /** Our own key among the producer's: what to do when a transaction is lost. */
    static final String WHEN_LOST = "transaction.when.lost";

    /** What {@link #WHEN_LOST} may be. */
    enum WhenLost {
        /** The job fails. */
        FAIL,
        /** The job goes on, and says so. */
        LOG
    }

    static SinkSettings of(KafkaSink<?> sink) {
        return new SinkSettings(
                (DeliveryGuarantee) read(sink, "deliveryGuarantee"),
                (Properties) read(sink, "kafkaProducerConfig"),
                (String) read(sink, "transactionalIdPrefix"),
                (KafkaRecordSerializationSchema<?>) read(sink, "recordSerializer"));
    }

    private static Object read(KafkaSink<?> sink, String name) {
        try {
            Field field = KafkaSink.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(sink);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "This version of the Kafka connector has no field " + name + " in KafkaSink",
                    e);
        }
    }

    boolean isExactlyOnce() {
        return guarantee == DeliveryGuarantee.EXACTLY_ONCE;
    }

    String servers() {
        return text(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "");
    }

    /** The producer's transaction.timeout.ms. */
    Duration timeout() {
        String given = text(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "60000");
        try {
            return Duration.ofMillis(Long.parseLong(given.strip()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    ProducerConfig.TRANSACTION_TIMEOUT_CONFIG
                            + " of a Kafka sink is a number of milliseconds, and not '"
                            + given
                            + "'",
                    e);
        }
    }

    /**
     * A setting with which Kafka's client writes no transactions, as key = value, and what to set.
     */
    Optional<String> forbidsTransactions() {
        String acks = text(ProducerConfig.ACKS_CONFIG, "all").strip();
        if (!acks.equals("all") && !acks.equals("-1")) {
            return Optional.of("acks = " + acks + ". Leave acks out, or set it to all");
        }
        if (text(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true").strip().equals("false")) {
            return Optional.of("enable.idempotence = false. Leave it out");
        }
        return Optional.empty();
    }

    WhenLost whenLost() {
        String given = text(WHEN_LOST, "fail");
        return switch (given.strip().toLowerCase(Locale.ROOT)) {
            case "fail" -> WhenLost.FAIL;
            case "log" -> WhenLost.LOG;
            default ->
                    throw new IllegalArgumentException(
                            WHEN_LOST
                                    + " of a Kafka sink is 'fail' or 'log', and not '"
                                    + given
                                    + "'");
        };
    }

    /** Servers and prefix: among the producer's properties are passwords. */
    @Override
    public String toString() {
        return "Kafka sink at "
                + servers()
                + ", "
                + guarantee
                + (prefix == null ? "" : ", transactional-id prefix '" + prefix + "'");
    }

    private String text(String key, String otherwise) {
        Object value = producer.get(key);
        return value == null ? otherwise : value.toString();
    }
}
