// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.SourceOutput;
import io.millrace.connector.kafka.source.reader.KafkaRecordEmitter;
import io.millrace.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import io.millrace.connector.kafka.source.split.KafkaPartitionSplit;
import io.millrace.connector.kafka.source.split.KafkaPartitionSplitState;
import io.millrace.util.Collector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Whose failure it is. */
class RecordEmitterTest {

    private final KafkaPartitionSplitState split =
            new KafkaPartitionSplitState(
                    new KafkaPartitionSplit(new TopicPartition("orders", 2), 0));
    private final Output output = new Output();

    private static ConsumerRecord<byte[], byte[]> record(byte[] value) {
        return new ConsumerRecord<>("orders", 2, 41, null, value);
    }

    private static KafkaRecordDeserializationSchema<String> texts() {
        return KafkaRecordDeserializationSchema.valueOnly(new SimpleStringSchema());
    }

    @Test
    void aRecordMovesTheOffset() throws Exception {
        new KafkaRecordEmitter<>(texts()).emitRecord(record(Topics.utf8("v")), output, split);

        assertThat(output.seen).containsExactly("v");
        assertThat(split.getCurrentOffset()).isEqualTo(42);
    }

    @Test
    void aFailureOfTheSchemaNamesTheRecord() {
        assertThatThrownBy(
                        () ->
                                new KafkaRecordEmitter<>(texts())
                                        .emitRecord(record(null), output, split))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("offset 41 of partition 2 of the topic 'orders'")
                .hasMessageContaining("tombstone")
                .hasRootCauseInstanceOf(NullPointerException.class);
        assertThat(split.getCurrentOffset()).isZero();
    }

    @Test
    void aFailureBehindTheSourceIsNotTheSchemas() {
        output.failure = new NumberFormatException("downstream");

        assertThatThrownBy(
                        () ->
                                new KafkaRecordEmitter<>(texts())
                                        .emitRecord(record(Topics.utf8("v")), output, split))
                .isSameAs(output.failure);
        assertThatThrownBy(
                        () ->
                                new KafkaRecordEmitter<>(new Wrapping())
                                        .emitRecord(record(Topics.utf8("v")), output, split))
                .isSameAs(output.failure);
        assertThat(split.getCurrentOffset()).isZero();
    }

    /** Takes what the output throws for its own. */
    private static final class Wrapping implements KafkaRecordDeserializationSchema<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<String> out)
                throws IOException {
            try {
                out.collect("v");
            } catch (RuntimeException e) {
                throw new IOException("wrapped", e);
            }
        }

        @Override
        public TypeInformation<String> getProducedType() {
            return Types.STRING;
        }
    }

    private static final class Output implements SourceOutput<String> {
        private final List<String> seen = new ArrayList<>();
        private RuntimeException failure;

        @Override
        public void collect(String record) {
            throw new AssertionError("without a timestamp");
        }

        @Override
        public void collect(String record, long timestamp) {
            if (failure != null) {
                throw failure;
            }
            seen.add(record);
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }
}
