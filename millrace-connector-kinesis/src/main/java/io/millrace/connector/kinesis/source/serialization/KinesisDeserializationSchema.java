// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.kinesis.source.serialization;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.DeserializationSchema;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.util.Collector;
import java.io.IOException;
import java.io.Serializable;
import software.amazon.awssdk.services.kinesis.model.Record;

/**
 * Makes any number of values of a record. One instance for each subtask, used by its task alone.
 */
@PublicEvolving
public interface KinesisDeserializationSchema<T> extends Serializable, ResultTypeQueryable<T> {

    /** Called once, before the first record. */
    default void open(DeserializationSchema.InitializationContext context) throws Exception {}

    /**
     * Makes values of a record.
     *
     * @param record with data, partition key, sequence number, and the time it arrived, which the
     *     values have as their timestamp
     * @param stream the stream's ARN
     * @param shardId the shard
     * @param output takes the values
     * @throws IOException if the record can't be read; it fails the job
     */
    void deserialize(Record record, String stream, String shardId, Collector<T> output)
            throws IOException;

    /** One that looks at the record's data only. */
    static <T> KinesisDeserializationSchema<T> of(DeserializationSchema<T> deserializationSchema) {
        return new DataOnly<>(deserializationSchema);
    }
}
