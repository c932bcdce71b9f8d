// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.functions.sink.filesystem.PartFileInfo;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import java.io.IOException;

/**
 * A policy that ends the file at each checkpoint, and possibly earlier.
 *
 * @param <IN> the record
 * @param <BucketID> the name of a bucket
 */
@PublicEvolving
public abstract class CheckpointRollingPolicy<IN, BucketID> implements RollingPolicy<IN, BucketID> {

    private static final long serialVersionUID = -6267230718203661128L;

    public CheckpointRollingPolicy() {}

    @Override
    public boolean shouldRollOnCheckpoint(PartFileInfo<BucketID> partFileState) {
        return true;
    }

    @Override
    public abstract boolean shouldRollOnEvent(PartFileInfo<BucketID> partFileState, IN element)
            throws IOException;

    @Override
    public abstract boolean shouldRollOnProcessingTime(
            PartFileInfo<BucketID> partFileState, long currentTime) throws IOException;

    /**
     * Builds a policy of this kind.
     *
     * @param <IN> the record
     * @param <BucketID> the name of a bucket
     * @param <T> the builder itself
     */
    public abstract static class PolicyBuilder<
            IN, BucketID, T extends PolicyBuilder<IN, BucketID, T>> {

        public PolicyBuilder() {}

        @SuppressWarnings("unchecked")
        protected T self() {
            // By the meaning of the type parameter.
            return (T) this;
        }

        public abstract CheckpointRollingPolicy<IN, BucketID> build();
    }
}
