// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.util.ratelimit.RateLimiterStrategy;
import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.datagen.source.DataGeneratorSource;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.sink.compactor.ConcatFileCompactor;
import io.millrace.connector.file.sink.compactor.FileCompactStrategy;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.kafka.sink.KafkaRecordSerializationSchema;
import io.millrace.connector.kafka.sink.KafkaSink;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import io.millrace.core.fs.Path;
import io.millrace.formats.csv.CsvReaderFormat;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What connectors.md and files.md show of formats, generated records and compaction, run. */
@Timeout(60)
class ConnectorsPageTest {

    @TempDir java.nio.file.Path directory;

    /** A row of the page's file. */
    @JsonPropertyOrder({"name", "rank"})
    public static class City {
        public String name;
        public int rank;
    }

    @Test
    @DisplayName("M18: connectors.md, generated records, written to few files")
    void generated() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        FileSink<String> sink = compacting(directory.toUri().toString());
        // snippet: GeneratedReadings
        DataGeneratorSource<String> readings =
                new DataGeneratorSource<>(
                        number -> "reading " + number,
                        1_000,
                        RateLimiterStrategy.perSecond(2_000),
                        Types.STRING);
        env.fromSource(readings, WatermarkStrategy.noWatermarks(), "readings").sinkTo(sink);
        // end of snippet
        Jobs.run(env, "readings");
        long lines = 0;
        try (Stream<java.nio.file.Path> files = Files.walk(directory)) {
            for (java.nio.file.Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(file.getFileName().toString()).startsWith("compacted-");
                lines += Files.readAllLines(file).size();
            }
        }
        assertThat(lines).isEqualTo(1_000);
    }

    private static FileSink<String> compacting(String out) {
        DataStream<String> stream = Jobs.environment(1).fromData("unused");
        // snippet: FilesCompact
        FileSink<String> sink =
                FileSink.forRowFormat(new Path(out), new SimpleStringEncoder<String>())
                        .enableCompact(
                                FileCompactStrategy.Builder.newBuilder()
                                        .setSizeThreshold(64 << 20)
                                        .enableCompactionOnCheckpoint(10)
                                        .build(),
                                new ConcatFileCompactor())
                        .build();
        stream.sinkTo(sink);
        // end of snippet
        return sink;
    }

    @Test
    @DisplayName("M18: connectors.md, Kafka to Kafka, as far as it goes without a broker")
    void kafka() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        String servers = "localhost:9092";
        // snippet: KafkaToKafka
        KafkaSource<String> orders =
                KafkaSource.<String>builder()
                        .setBootstrapServers(servers)
                        .setTopics("orders")
                        .setGroupId("shop")
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setValueOnlyDeserializer(new SimpleStringSchema())
                        .build();
        KafkaSink<String> large =
                KafkaSink.<String>builder()
                        .setBootstrapServers(servers)
                        .setRecordSerializer(
                                KafkaRecordSerializationSchema.builder()
                                        .setTopic("large-orders")
                                        .setValueSerializationSchema(new SimpleStringSchema())
                                        .build())
                        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                        .setTransactionalIdPrefix("shop-large-orders")
                        .setProperty("transaction.timeout.ms", "600000")
                        .build();
        env.enableCheckpointing(10_000);
        env.fromSource(orders, WatermarkStrategy.noWatermarks(), "orders")
                .filter(order -> order.length() > 100)
                .sinkTo(large);
        // end of snippet

        assertThat(env.getExecutionPlan()).contains("orders");
    }

    @Test
    @DisplayName("M18: connectors.md, CSV files")
    void csv() throws Exception {
        Files.writeString(directory.resolve("cities.csv"), "Ulm|1\nJena|2\n");
        StreamExecutionEnvironment env = Jobs.environment(1);
        String folder = directory.toUri().toString();
        // snippet: CsvCities
        CsvReaderFormat<City> format =
                CsvReaderFormat.forSchema(
                        CsvMapper::new,
                        mapper -> mapper.schemaFor(City.class).withColumnSeparator('|'),
                        TypeInformation.of(City.class));
        FileSource<City> cities =
                FileSource.forRecordStreamFormat(format, new Path(folder)).build();
        // end of snippet
        Collected<String> names = new Collected<>();
        env.fromSource(cities, WatermarkStrategy.noWatermarks(), "cities")
                .map(city -> city.name + city.rank)
                .addSink(names);
        Jobs.run(env, "cities");
        assertThat(names.values()).isEqualTo(List.of("Ulm1", "Jena2"));
    }
}
