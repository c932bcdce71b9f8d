// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.api.connector.source.Boundedness;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.connector.kafka.source.enumerator.subscriber.KafkaSubscriber;
import io.millrace.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import io.millrace.util.function.SerializableSupplier;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * What a source was built with. The connector keeps it in private fields; they are read by their
 * names, and a source is made by a constructor that is not public. A test holds both against the
 * version that is renamed.
 */
record SourceSettings(
        KafkaSubscriber subscriber,
        OffsetsInitializer starting,
        OffsetsInitializer stopping,
        Boundedness boundedness,
        KafkaRecordDeserializationSchema<?> schema,
        Properties consumer,
        SerializableSupplier<String> rack) {

    /** Our own key among the consumer's: what to do when records are lost. */
    static final String WHEN_LOST = "records.when.lost";

    /** What {@link #WHEN_LOST} may be. */
    enum WhenLost {
        /** The job fails. */
        FAIL,
        /** The job goes on with the oldest record that is left. */
        SKIP
    }

    @SuppressWarnings("unchecked")
    static SourceSettings of(KafkaSource<?> source) {
        return new SourceSettings(
                (KafkaSubscriber) read(source, "subscriber"),
                (OffsetsInitializer) read(source, "startingOffsetsInitializer"),
                (OffsetsInitializer) read(source, "stoppingOffsetsInitializer"),
                (Boundedness) read(source, "boundedness"),
                (KafkaRecordDeserializationSchema<?>) read(source, "deserializationSchema"),
                (Properties) read(source, "props"),
                (SerializableSupplier<String>) read(source, "rackIdSupplier"));
    }

    private static Object read(KafkaSource<?> source, String name) {
        try {
            Field field = KafkaSource.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(source);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "This version of the Kafka connector has no field " + name + " in KafkaSource",
                    e);
        }
    }

    /** A source of these settings. */
    @SuppressWarnings("unchecked")
    <T> KafkaSource<T> source() {
        try {
            Constructor<?> constructor =
                    KafkaSource.class.getDeclaredConstructor(
                            KafkaSubscriber.class,
                            OffsetsInitializer.class,
                            OffsetsInitializer.class,
                            Boundedness.class,
                            KafkaRecordDeserializationSchema.class,
                            Properties.class,
                            SerializableSupplier.class);
            constructor.setAccessible(true);
            return (KafkaSource<T>)
                    constructor.newInstance(
                            subscriber, starting, stopping, boundedness, schema, consumer, rack);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "This version of the Kafka connector makes its KafkaSource otherwise", e);
        }
    }

    WhenLost whenLost() {
        String given = consumer.getProperty(WHEN_LOST, "fail");
        return switch (given.strip().toLowerCase(Locale.ROOT)) {
            case "fail" -> WhenLost.FAIL;
            case "skip" -> WhenLost.SKIP;
            default ->
                    throw new IllegalArgumentException(
                            WHEN_LOST
                                    + " of a Kafka source is 'fail' or 'skip', and not '"
                                    + given
                                    + "'");
        };
    }

    String servers() {
        return consumer.getProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "");
    }

    String group() {
        return consumer.getProperty(ConsumerConfig.GROUP_ID_CONFIG);
    }

    /** Servers and group: among the consumer's properties are passwords. */
    @Override
    public String toString() {
        return "Kafka source at "
                + servers()
                + (group() == null ? "" : ", group '" + group() + "'");
    }
}
