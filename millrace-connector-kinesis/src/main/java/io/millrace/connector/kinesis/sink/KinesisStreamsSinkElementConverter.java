// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.sink;

import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.connector.base.sink.writer.ElementConverter;
import io.millrace.util.FlinkRuntimeException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;

/** Makes an entry of an element: its bytes and its partition key. */
final class KinesisStreamsSinkElementConverter<InputT>
        implements ElementConverter<InputT, PutRecordsRequestEntry> {

    private static final long serialVersionUID = 1L;

    /** What Kinesis takes. */
    private static final int LONGEST_KEY = 256;

    private final SerializationSchema<InputT> schema;
    private final PartitionKeyGenerator<InputT> keys;

    KinesisStreamsSinkElementConverter(
            SerializationSchema<InputT> schema, PartitionKeyGenerator<InputT> keys) {
        this.schema = schema;
        this.keys = keys;
    }

    @Override
    public void open(Sink.InitContext context) {
        try {
            schema.open(context.asSerializationSchemaInitializationContext());
        } catch (Exception e) {
            throw new FlinkRuntimeException(
                    "The serialization schema " + schema.getClass().getName() + " can't be opened",
                    e);
        }
    }

    @Override
    public PutRecordsRequestEntry apply(InputT element, SinkWriter.Context context) {
        String key = keys.apply(element);
        if (key == null || key.isEmpty() || key.length() > LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "The partition key generator "
                            + keys.getClass().getName()
                            + " has made "
                            + (key == null ? "none" : "one of " + key.length() + " characters")
                            + "; Kinesis takes 1 to "
                            + LONGEST_KEY);
        }
        return PutRecordsRequestEntry.builder()
                .data(SdkBytes.fromByteArray(schema.serialize(element)))
                .partitionKey(key)
                .build();
    }
}
