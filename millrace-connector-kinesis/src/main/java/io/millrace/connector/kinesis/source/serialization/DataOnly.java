// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.serialization;

import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.util.Collector;
import java.io.IOException;
import java.util.Objects;
import software.amazon.awssdk.services.kinesis.model.Record;

/** Hands a record's data to a schema that knows of no streams. */
final class DataOnly<T> implements KinesisDeserializationSchema<T> {

    private static final long serialVersionUID = 1L;

    private final DeserializationSchema<T> schema;

    DataOnly(DeserializationSchema<T> schema) {
        this.schema = Objects.requireNonNull(schema, "deserializationSchema");
    }

    @Override
    public void open(DeserializationSchema.InitializationContext context) throws Exception {
        schema.open(context);
    }

    @Override
    public void deserialize(Record record, String stream, String shardId, Collector<T> output)
            throws IOException {
        schema.deserialize(record.data().asByteArray(), output);
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return schema.getProducedType();
    }
}
