// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kafka.source.reader;

import io.millrace.annotation.Internal;
import io.millrace.api.connector.source.SourceOutput;
import io.millrace.connector.base.source.reader.RecordEmitter;
import io.millrace.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import io.millrace.connector.kafka.source.split.KafkaPartitionSplitState;
import io.millrace.util.Collector;
import java.io.IOException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Makes elements of a record of Kafka and hands them on.
 *
 * <p>Written for Millrace in place of the connector's, which reports each failure on the way as one
 * of the schema, without the record: here the schema's names the record, and what an operator
 * behind the source throws passes as it is.
 */
@Internal
public class KafkaRecordEmitter<T>
        implements RecordEmitter<ConsumerRecord<byte[], byte[]>, T, KafkaPartitionSplitState> {

    private final KafkaRecordDeserializationSchema<T> deserializationSchema;
    private final Output<T> elements = new Output<>();

    public KafkaRecordEmitter(KafkaRecordDeserializationSchema<T> deserializationSchema) {
        this.deserializationSchema = deserializationSchema;
    }

    @Override
    public void emitRecord(
            ConsumerRecord<byte[], byte[]> record,
            SourceOutput<T> output,
            KafkaPartitionSplitState split)
            throws Exception {
        elements.begin(output, record.timestamp());
        try {
            deserializationSchema.deserialize(record, elements);
        } catch (Exception e) {
            if (elements.failure != null) {
                throw elements.failure; // not the schema's, if the schema has wrapped it, too
            }
            throw new IOException(message(record), e);
        }
        split.setCurrentOffset(record.offset() + 1);
    }

    /** Where the record is, and not what it is: it may hold what no log is to show. */
    private static String message(ConsumerRecord<byte[], byte[]> record) {
        return "The deserialization schema failed on the record at offset "
                + record.offset()
                + " of partition "
                + record.partition()
                + " of the topic '"
                + record.topic()
                + "'"
                + (record.value() == null
                        ? ", which has no value (a tombstone). Handle such records in a"
                                + " KafkaRecordDeserializationSchema (setDeserializer)"
                        : "");
    }

    private static final class Output<T> implements Collector<T> {
        private SourceOutput<T> output;
        private long timestamp;
        private RuntimeException failure;

        private void begin(SourceOutput<T> to, long at) {
            output = to;
            timestamp = at;
            failure = null;
        }

        @Override
        public void collect(T element) {
            try {
                output.collect(element, timestamp);
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public void close() {}
    }
}
