// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.connector.file.sink.compactor.FileCompactStrategy;
import io.millrace.connector.file.sink.compactor.FileCompactor;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import io.millrace.streaming.api.connector.sink2.CommittableWithLineage;
import io.millrace.streaming.api.connector.sink2.SupportsPreCommitTopology;
import io.millrace.streaming.api.datastream.DataStream;
import java.io.IOException;

/**
 * A file sink whose files are made into larger ones before anybody sees them. Its writers give
 * hidden files; a {@link CompactingOperator} before the committer makes files of them that the
 * committer shows.
 *
 * @param <IN> the record
 */
final class CompactingFileSink<IN> extends FileSink<IN>
        implements SupportsPreCommitTopology<FileSinkCommittable, FileSinkCommittable> {

    private static final long serialVersionUID = 1L;

    private final FileCompactStrategy strategy;
    private final FileCompactor compactor;

    CompactingFileSink(
            BucketsBuilder<IN, ?> builder, FileCompactStrategy strategy, FileCompactor compactor) {
        super(builder);
        this.strategy = strategy;
        this.compactor = compactor;
    }

    /** One that also makes the files of a group, at the end of the input. */
    @Override
    public Committer<FileSinkCommittable> createCommitter(CommitterInitContext context)
            throws IOException {
        Compaction<IN> compaction =
                new Compaction<>(basePath(), encoding(), compactor, context.getJobInfo(), 1);
        return new PartFileCommitter(compaction.files(), compaction::commit);
    }

    @Override
    public SimpleVersionedSerializer<FileSinkCommittable> getWriteResultSerializer() {
        return getCommittableSerializer();
    }

    /** All files of a bucket meet in one task. */
    @Override
    public DataStream<CommittableMessage<FileSinkCommittable>> addPreCommitTopology(
            DataStream<CommittableMessage<FileSinkCommittable>> committables) {
        return committables
                .partitionCustom(
                        (String bucket, int tasks) -> Math.floorMod(bucket.hashCode(), tasks),
                        CompactingFileSink::bucket)
                .transform(
                        "Compactor",
                        CommittableMessageTypeInfo.of(this::getCommittableSerializer),
                        new CompactingOperator<>(this, strategy, compactor));
    }

    private static String bucket(CommittableMessage<FileSinkCommittable> message) {
        return message instanceof CommittableWithLineage<FileSinkCommittable> file
                ? file.getCommittable().getBucketId()
                : "";
    }
}
