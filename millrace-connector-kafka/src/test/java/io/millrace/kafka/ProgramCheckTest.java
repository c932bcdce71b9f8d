// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.kafka.sink.KafkaRecordSerializationSchema;
import io.millrace.connector.kafka.sink.KafkaSink;
import io.millrace.connector.kafka.sink.KafkaSinkBuilder;
import io.millrace.connector.kafka.sink.TopicSelector;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.connector.kafka.source.KafkaSourceBuilder;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kafka.KafkaBroker;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is refused or warned of before a program starts. */
@Timeout(180)
class ProgramCheckTest {

    private static final String GONE = "topic-that-nobody-made";

    private static KafkaSourceBuilder<String> source(String servers) {
        return KafkaSource.<String>builder()
                .setBootstrapServers(servers)
                .setGroupId("group")
                .setValueOnlyDeserializer(new SimpleStringSchema());
    }

    private static void start(KafkaSource<String> source) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "orders").print();
        env.executeAsync("reads").cancel();
    }

    private static void start(KafkaSinkBuilder<String> sink) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData("v").sinkTo(sink.build()).name("results");
        Jobs.finish(env.executeAsync("writes"));
    }

    @Test
    void aSourcesTopicThatIsNotThereIsRefused() throws Exception {
        String servers = KafkaBroker.shared().servers();

        assertThatThrownBy(() -> start(source(servers).setTopics(GONE).build()))
                .hasStackTraceContaining("orders' can't start")
                .hasStackTraceContaining("there is no topic '" + GONE + "' at " + servers)
                .hasStackTraceContaining("Create it");
        assertThatThrownBy(
                        () ->
                                start(
                                        source(servers)
                                                .setPartitions(Set.of(new TopicPartition(GONE, 0)))
                                                .build()))
                .hasStackTraceContaining("there is no topic '" + GONE + "'");
    }

    @Test
    void aSinksTopicThatIsNotThereIsRefused() throws Exception {
        String servers = KafkaBroker.shared().servers();

        assertThatThrownBy(() -> start(Sinks.sink(servers, GONE, DeliveryGuarantee.AT_LEAST_ONCE)))
                .hasStackTraceContaining("The Kafka sink 'results")
                .hasStackTraceContaining("there is no topic '" + GONE + "' at " + servers);
    }

    @Test
    void aSinksTopicThatTheBrokerMakesIsNot() throws Exception {
        KafkaBroker broker = KafkaBroker.startNew("auto.create.topics.enable=true");
        start(Sinks.sink(broker.servers(), GONE, DeliveryGuarantee.AT_LEAST_ONCE));
        try (Topics topics = new Topics(broker.servers())) {
            assertThat(topics.all(GONE)).containsExactly("v");
        } finally {
            broker.stop();
        }
    }

    @Test
    void whoNamesNoTopicIsNotAsked() {
        KafkaSource<String> pattern =
                source("host:1").setTopicPattern(Pattern.compile("a.*")).build();
        KafkaSink<String> chosen =
                KafkaSink.<String>builder()
                        .setBootstrapServers("host:1")
                        .setRecordSerializer(
                                KafkaRecordSerializationSchema.<String>builder()
                                        .setTopicSelector((TopicSelector<String>) value -> value)
                                        .setValueSerializationSchema(new SimpleStringSchema())
                                        .build())
                        .build();

        assertThat(TopicsOf.source(SourceSettings.of(pattern))).isEmpty();
        assertThat(TopicsOf.sink(SinkSettings.of(chosen))).isEmpty();
        assertThat(TopicsOf.source(SourceSettings.of(source("host:1").setTopics("b", "a").build())))
                .containsExactly("a", "b");
        assertThat(TopicsOf.sink(SinkSettings.of(Sinks.exactlyOnce("host:1", "c", "p").build())))
                .containsExactly("c");
    }

    @Test
    void settingsWithoutTransactionsAreRefusedOfAnExactlyOnceSink() throws Exception {
        String servers = KafkaBroker.shared().servers();
        try (Topics topics = new Topics(servers)) {
            String out = topics.create(1);

            assertThatThrownBy(
                            () ->
                                    start(
                                            Sinks.exactlyOnce(servers, out, "acks-" + out)
                                                    .setProperty("acks", "1")))
                    .hasStackTraceContaining("The Kafka sink 'results")
                    .hasStackTraceContaining("acks = 1. Leave acks out, or set it to all");
            assertThatThrownBy(
                            () ->
                                    start(
                                            Sinks.exactlyOnce(servers, out, "idem-" + out)
                                                    .setProperty("enable.idempotence", "false")))
                    .hasStackTraceContaining("enable.idempotence = false");
            start(Sinks.exactlyOnce(servers, out, "all-" + out).setProperty("acks", "-1"));

            assertThat(topics.committed(out)).containsExactly("v");
        }
    }

    @Test
    void anExactlyOnceSinkWithoutAPrefixIsWarnedOf() throws Exception {
        String servers = KafkaBroker.shared().servers();
        try (Topics topics = new Topics(servers);
                Logs logs = new Logs()) {
            String out = topics.create(1);
            start(
                    Sinks.sink(servers, out, DeliveryGuarantee.EXACTLY_ONCE)
                            .setProperty("transaction.timeout.ms", "600000"));

            assertThat(logs.lines("WARN"))
                    .anyMatch(
                            line ->
                                    line.contains("'kafka-sink'")
                                            && line.contains("setTransactionalIdPrefix"));
        }
    }
}
