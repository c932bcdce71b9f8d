// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem;

import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.CheckpointRollingPolicy;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Buckets of any kind by the names of their directories, for {@link
 * io.millrace.connector.file.sink.FileSink}, whose buckets are names. A policy gets the bucket
 * itself, once a record has gone into it in this attempt of the task; before, of a file that goes
 * on from a checkpoint, it gets null unless buckets are names.
 */
final class NamedBuckets<IN, BucketID> implements BucketAssigner<IN, String> {

    private static final long serialVersionUID = 1L;

    private final BucketAssigner<IN, BucketID> assigner;

    /** Shared with the policy, with which it travels. */
    private final Known<BucketID> known = new Known<>();

    private static final class Known<BucketID> implements java.io.Serializable {
        private static final long serialVersionUID = 1L;
        private transient Map<String, BucketID> byName;

        Map<String, BucketID> byName() {
            if (byName == null) {
                byName = new HashMap<>();
            }
            return byName;
        }
    }

    NamedBuckets(BucketAssigner<IN, BucketID> assigner) {
        this.assigner = assigner;
    }

    @Override
    public String getBucketId(IN element, Context context) {
        BucketID bucket = assigner.getBucketId(element, context);
        if (bucket == null || bucket instanceof String) {
            return (String) bucket;
        }
        String name = bucket.toString();
        known.byName().put(name, bucket);
        return name;
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
        return SimpleVersionedStringSerializer.INSTANCE;
    }

    RollingPolicy<IN, String> policy(RollingPolicy<IN, BucketID> policy) {
        return new Plain<>(policy, known);
    }

    CheckpointRollingPolicy<IN, String> onCheckpoints(
            CheckpointRollingPolicy<IN, BucketID> policy) {
        return new OnCheckpoints<>(policy, known);
    }

    private static final class Plain<IN, BucketID> implements RollingPolicy<IN, String> {

        private static final long serialVersionUID = 1L;

        private final RollingPolicy<IN, BucketID> policy;
        private final Known<BucketID> known;

        Plain(RollingPolicy<IN, BucketID> policy, Known<BucketID> known) {
            this.policy = policy;
            this.known = known;
        }

        @Override
        public boolean shouldRollOnCheckpoint(PartFileInfo<String> file) throws IOException {
            return policy.shouldRollOnCheckpoint(new Part<>(file, known));
        }

        @Override
        public boolean shouldRollOnEvent(PartFileInfo<String> file, IN element) throws IOException {
            return policy.shouldRollOnEvent(new Part<>(file, known), element);
        }

        @Override
        public boolean shouldRollOnProcessingTime(PartFileInfo<String> file, long currentTime)
                throws IOException {
            return policy.shouldRollOnProcessingTime(new Part<>(file, known), currentTime);
        }
    }

    private static final class OnCheckpoints<IN, BucketID>
            extends CheckpointRollingPolicy<IN, String> {

        private static final long serialVersionUID = 1L;

        private final CheckpointRollingPolicy<IN, BucketID> policy;
        private final Known<BucketID> known;

        OnCheckpoints(CheckpointRollingPolicy<IN, BucketID> policy, Known<BucketID> known) {
            this.policy = policy;
            this.known = known;
        }

        @Override
        public boolean shouldRollOnEvent(PartFileInfo<String> file, IN element) throws IOException {
            return policy.shouldRollOnEvent(new Part<>(file, known), element);
        }

        @Override
        public boolean shouldRollOnProcessingTime(PartFileInfo<String> file, long currentTime)
                throws IOException {
            return policy.shouldRollOnProcessingTime(new Part<>(file, known), currentTime);
        }
    }

    private record Part<BucketID>(PartFileInfo<String> file, Known<BucketID> known)
            implements PartFileInfo<BucketID> {

        @Override
        @SuppressWarnings("unchecked") // buckets of this kind are names, if they are not known
        public BucketID getBucketId() {
            Map<String, BucketID> byName = known.byName();
            String name = file.getBucketId();
            return byName.isEmpty() ? (BucketID) name : byName.get(name);
        }

        @Override
        public long getCreationTime() {
            return file.getCreationTime();
        }

        @Override
        public long getSize() throws IOException {
            return file.getSize();
        }

        @Override
        public long getLastUpdateTime() {
            return file.getLastUpdateTime();
        }
    }
}
