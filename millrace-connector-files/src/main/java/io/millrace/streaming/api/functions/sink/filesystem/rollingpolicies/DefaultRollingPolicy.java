// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.MemorySize;
import io.millrace.streaming.api.functions.sink.filesystem.PartFileInfo;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import java.io.IOException;
import java.time.Duration;

/**
 * Ends the file when it is large (128 MiB), old (60 s) or has been left alone (60 s). See {@link
 * RollingPolicy#shouldRollOnProcessingTime} for when time is looked at.
 *
 * @param <IN> the record
 * @param <BucketID> the name of a bucket
 */
@PublicEvolving
public final class DefaultRollingPolicy<IN, BucketID> implements RollingPolicy<IN, BucketID> {

    private static final long serialVersionUID = 1L;

    private static final long DEFAULT_INACTIVITY_INTERVAL = 60_000L;
    private static final long DEFAULT_ROLLOVER_INTERVAL = 60_000L;
    private static final long DEFAULT_MAX_PART_SIZE = 128L * 1024 * 1024;

    private final long partSize;
    private final long rolloverInterval;
    private final long inactivityInterval;

    private DefaultRollingPolicy(long partSize, long rolloverInterval, long inactivityInterval) {
        this.partSize = partSize;
        this.rolloverInterval = rolloverInterval;
        this.inactivityInterval = inactivityInterval;
    }

    @Override
    public boolean shouldRollOnCheckpoint(PartFileInfo<BucketID> partFileState) throws IOException {
        return partFileState.getSize() > partSize;
    }

    @Override
    public boolean shouldRollOnEvent(PartFileInfo<BucketID> partFileState, IN element)
            throws IOException {
        return partFileState.getSize() > partSize;
    }

    @Override
    public boolean shouldRollOnProcessingTime(
            PartFileInfo<BucketID> partFileState, long currentTime) {
        return currentTime - partFileState.getCreationTime() >= rolloverInterval
                || currentTime - partFileState.getLastUpdateTime() >= inactivityInterval;
    }

    /** Bytes. */
    public long getMaxPartSize() {
        return partSize;
    }

    /** Milliseconds. */
    public long getRolloverInterval() {
        return rolloverInterval;
    }

    /** Milliseconds. */
    public long getInactivityInterval() {
        return inactivityInterval;
    }

    public static PolicyBuilder builder() {
        return new PolicyBuilder(
                DEFAULT_MAX_PART_SIZE, DEFAULT_ROLLOVER_INTERVAL, DEFAULT_INACTIVITY_INTERVAL);
    }

    /**
     * The older name of {@link #builder()}.
     *
     * @deprecated use {@link #builder()}
     */
    @Deprecated
    public static PolicyBuilder create() {
        return builder();
    }

    /** Builds a {@link DefaultRollingPolicy}; each call gives a new builder. */
    @PublicEvolving
    public static final class PolicyBuilder {

        private final long partSize;
        private final long rolloverInterval;
        private final long inactivityInterval;

        private PolicyBuilder(long partSize, long rolloverInterval, long inactivityInterval) {
            this.partSize = partSize;
            this.rolloverInterval = rolloverInterval;
            this.inactivityInterval = inactivityInterval;
        }

        /** A file that is larger than this gets no further record. */
        public PolicyBuilder withMaxPartSize(MemorySize size) {
            return withBytes(size.getBytes());
        }

        /**
         * The same in bytes.
         *
         * @deprecated use {@link #withMaxPartSize(MemorySize)}
         */
        @Deprecated
        public PolicyBuilder withMaxPartSize(long size) {
            return withBytes(size);
        }

        /**
         * The same in milliseconds.
         *
         * @deprecated use {@link #withInactivityInterval(Duration)}
         */
        @Deprecated
        public PolicyBuilder withInactivityInterval(long interval) {
            return withInactivityMillis(interval);
        }

        /** A file that got no record for so long is ended. */
        public PolicyBuilder withInactivityInterval(Duration interval) {
            return withInactivityMillis(interval.toMillis());
        }

        /**
         * The same in milliseconds.
         *
         * @deprecated use {@link #withRolloverInterval(Duration)}
         */
        @Deprecated
        public PolicyBuilder withRolloverInterval(long interval) {
            return withRolloverMillis(interval);
        }

        /** A file that is so old is ended. */
        public PolicyBuilder withRolloverInterval(Duration interval) {
            return withRolloverMillis(interval.toMillis());
        }

        public <IN, BucketID> DefaultRollingPolicy<IN, BucketID> build() {
            return new DefaultRollingPolicy<>(partSize, rolloverInterval, inactivityInterval);
        }

        private PolicyBuilder withBytes(long size) {
            return new PolicyBuilder(
                    positive(size, "largest part size", "bytes"),
                    rolloverInterval,
                    inactivityInterval);
        }

        private PolicyBuilder withInactivityMillis(long interval) {
            return new PolicyBuilder(
                    partSize,
                    rolloverInterval,
                    positive(interval, "inactivity interval", "milliseconds"));
        }

        private PolicyBuilder withRolloverMillis(long interval) {
            return new PolicyBuilder(
                    partSize,
                    positive(interval, "rollover interval", "milliseconds"),
                    inactivityInterval);
        }

        private static long positive(long value, String what, String unit) {
            if (value <= 0) {
                throw new IllegalStateException(
                        "The "
                                + what
                                + " of a rolling policy must be more than 0 "
                                + unit
                                + ", not "
                                + value
                                + ".");
            }
            return value;
        }
    }
}
