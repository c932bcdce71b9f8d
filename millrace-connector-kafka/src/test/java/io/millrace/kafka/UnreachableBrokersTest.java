// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.connector.base.DeliveryGuarantee;
import io.millrace.connector.kafka.sink.KafkaSinkBuilder;
import io.millrace.connector.kafka.source.KafkaSource;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A wrong address: the job fails after a time that is known, and says whom it has asked. */
@Timeout(120)
class UnreachableBrokersTest {

    private String servers;

    @BeforeEach
    void findAPortWhereNobodyListens() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            servers = "localhost:" + socket.getLocalPort();
        }
    }

    @Test
    void theSourceSaysWhoAskedWhomForWhatAndHowLong() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromSource(
                        KafkaSource.<String>builder()
                                .setBootstrapServers(servers)
                                .setTopics("orders")
                                .setProperty("default.api.timeout.ms", "1500")
                                .setProperty("request.timeout.ms", "1000")
                                .setValueOnlyDeserializer(new SimpleStringSchema())
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "shop")
                .print();
        try (Logs logs = new Logs()) {
            Throwable failure = Jobs.failure(env.executeAsync("wrong port"));

            assertThat(said(failure))
                    .contains("'Source: shop'")
                    .contains("The Kafka source gets no answer")
                    .contains("bootstrap.servers = " + servers)
                    .contains("[orders]")
                    .contains("default.api.timeout.ms = 1500")
                    .contains("Look whether a broker runs there");
            assertThat(logs.lines("WARN"))
                    .as("before the job starts")
                    .anyMatch(
                            line ->
                                    line.contains("The brokers " + servers)
                                            && line.contains("no answer for 10 s")
                                            && line.contains("max.block.ms of a sink"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DeliveryGuarantee.class,
            names = {"EXACTLY_ONCE", "AT_LEAST_ONCE"})
    void theSinkSaysWhoAskedWhomAndHowLong(DeliveryGuarantee guarantee) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        KafkaSinkBuilder<String> sink =
                Sinks.sink(servers, "orders", guarantee)
                        .setTransactionalIdPrefix("shop")
                        .setProperty("max.block.ms", "1500");
        env.fromData("a", "b").sinkTo(sink.build()).name("results");
        Throwable failure = Jobs.failure(env.executeAsync("wrong port"));

        assertThat(said(failure))
                .contains("'results'")
                .contains("The Kafka sink gets no answer")
                .contains("bootstrap.servers = " + servers)
                .contains("max.block.ms = 1500")
                .contains("Look whether a broker runs there");
    }

    @Test
    void whatIsToldAlreadyOrIsNotKafkasStays() {
        Exception told = new ExplainedFailure("told", new TimeoutException("no answer"));
        assertThat(WriterFailures.explained(told, null, null, Jobs.properties())).isSameAs(told);
        Exception other = new IllegalStateException("no client's");
        assertThat(WriterFailures.explained(other, null, null, Jobs.properties())).isSameAs(other);
    }

    /** What a user is shown: the messages, and not the traces. */
    private static String said(Throwable failure) {
        return String.join(
                "\n",
                Stream.iterate(failure, t -> t != null, Throwable::getCause)
                        .map(Throwable::getMessage)
                        .flatMap(message -> Arrays.stream(String.valueOf(message).split("\n", -1)))
                        .toList());
    }
}
