// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.time.Time;
import java.io.Serializable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * When entries of a state expire and how they are removed. Time is processing time. An entry has
 * expired when its last access plus the time to live is not after now; it is hidden from reads from
 * then on (unless asked otherwise) and removed when it is next met or by a background clean-up.
 */
@PublicEvolving
public class StateTtlConfig implements Serializable {

    private static final long serialVersionUID = -7592693245044289793L;

    /** Nothing expires. */
    public static final StateTtlConfig DISABLED =
            new StateTtlConfig(
                    UpdateType.Disabled,
                    StateVisibility.NeverReturnExpired,
                    TtlTimeCharacteristic.ProcessingTime,
                    Duration.ofMillis(Long.MAX_VALUE),
                    new CleanupStrategies(new HashMap<>(), true));

    /** What lets an entry begin its life anew. */
    public enum UpdateType {
        /** Nothing expires. */
        Disabled,
        /** A write. */
        OnCreateAndWrite,
        /** A write or a read. */
        OnReadAndWrite
    }

    /** What a read sees of an entry that has expired but is still there. */
    public enum StateVisibility {
        /** The entry. */
        ReturnExpiredIfNotCleanedUp,
        /** Nothing. */
        NeverReturnExpired
    }

    /** The clock that lives are measured by. */
    public enum TtlTimeCharacteristic {
        /** The clock of the machine. */
        ProcessingTime
    }

    private final UpdateType updateType;
    private final StateVisibility stateVisibility;
    private final TtlTimeCharacteristic ttlTimeCharacteristic;
    private final Duration ttl;
    private final CleanupStrategies cleanupStrategies;

    private StateTtlConfig(
            UpdateType updateType,
            StateVisibility stateVisibility,
            TtlTimeCharacteristic ttlTimeCharacteristic,
            Duration ttl,
            CleanupStrategies cleanupStrategies) {
        this.updateType = checkNotNull(updateType, "update type");
        this.stateVisibility = checkNotNull(stateVisibility, "state visibility");
        this.ttlTimeCharacteristic = checkNotNull(ttlTimeCharacteristic, "time characteristic");
        this.ttl = checkNotNull(ttl, "time to live");
        this.cleanupStrategies = cleanupStrategies;
        checkArgument(
                ttl.compareTo(Duration.ZERO) > 0,
                "The time to live of a state must be longer than nothing, but is %s.",
                ttl);
    }

    /** What lets an entry begin its life anew. */
    public UpdateType getUpdateType() {
        return updateType;
    }

    /** What a read sees of an expired entry. */
    public StateVisibility getStateVisibility() {
        return stateVisibility;
    }

    /**
     * How long an entry lives.
     *
     * @deprecated use {@link #getTimeToLive}
     */
    @Deprecated
    public Time getTtl() {
        return Time.fromDuration(ttl);
    }

    /** How long an entry lives. */
    public Duration getTimeToLive() {
        return ttl;
    }

    /** The clock that lives are measured by. */
    public TtlTimeCharacteristic getTtlTimeCharacteristic() {
        return ttlTimeCharacteristic;
    }

    /** Whether anything expires. */
    public boolean isEnabled() {
        return updateType != UpdateType.Disabled;
    }

    /** How expired entries are removed. */
    public CleanupStrategies getCleanupStrategies() {
        return cleanupStrategies;
    }

    @Override
    public String toString() {
        return "StateTtlConfig{updateType="
                + updateType
                + ", stateVisibility="
                + stateVisibility
                + ", ttlTimeCharacteristic="
                + ttlTimeCharacteristic
                + ", ttl="
                + ttl
                + '}';
    }

    /**
     * Begins settings with a time to live, which must be positive.
     *
     * @deprecated use {@link #newBuilder(Duration)}
     */
    @Deprecated
    public static Builder newBuilder(Time ttl) {
        return new Builder(ttl);
    }

    /** Begins settings with a time to live, which must be positive. */
    public static Builder newBuilder(Duration ttl) {
        return new Builder(ttl);
    }

    /** Collects settings; those not made are as the individual methods say. */
    public static class Builder {

        private UpdateType updateType = UpdateType.OnCreateAndWrite;
        private StateVisibility stateVisibility = StateVisibility.NeverReturnExpired;
        private TtlTimeCharacteristic ttlTimeCharacteristic = TtlTimeCharacteristic.ProcessingTime;
        private Duration ttl;
        private boolean isCleanupInBackground = true;
        private final Map<CleanupStrategies.Strategies, CleanupStrategies.CleanupStrategy>
                strategies = new HashMap<>();

        /**
         * Begins with a time to live.
         *
         * @deprecated use {@link StateTtlConfig#newBuilder(Duration)}
         */
        @Deprecated
        public Builder(Time ttl) {
            this(Time.toDuration(ttl));
        }

        private Builder(Duration ttl) {
            this.ttl = ttl;
        }

        /** What lets an entry begin its life anew; by default a write. */
        public Builder setUpdateType(UpdateType updateType) {
            this.updateType = updateType;
            return this;
        }

        /** A write lets an entry begin its life anew. */
        public Builder updateTtlOnCreateAndWrite() {
            return setUpdateType(UpdateType.OnCreateAndWrite);
        }

        /** A write or a read lets an entry begin its life anew. */
        public Builder updateTtlOnReadAndWrite() {
            return setUpdateType(UpdateType.OnReadAndWrite);
        }

        /** What a read sees of an expired entry; by default nothing. */
        public Builder setStateVisibility(StateVisibility stateVisibility) {
            this.stateVisibility = stateVisibility;
            return this;
        }

        /** A read sees an expired entry as long as it is there. */
        public Builder returnExpiredIfNotCleanedUp() {
            return setStateVisibility(StateVisibility.ReturnExpiredIfNotCleanedUp);
        }

        /** A read never sees an expired entry. */
        public Builder neverReturnExpired() {
            return setStateVisibility(StateVisibility.NeverReturnExpired);
        }

        /** The clock that lives are measured by; there is one. */
        public Builder setTtlTimeCharacteristic(TtlTimeCharacteristic ttlTimeCharacteristic) {
            this.ttlTimeCharacteristic = ttlTimeCharacteristic;
            return this;
        }

        /** Lives are measured by the clock of the machine. */
        public Builder useProcessingTime() {
            return setTtlTimeCharacteristic(TtlTimeCharacteristic.ProcessingTime);
        }

        /** Expired entries are left out of full snapshots. */
        public Builder cleanupFullSnapshot() {
            strategies.put(
                    CleanupStrategies.Strategies.FULL_STATE_SCAN_SNAPSHOT,
                    new CleanupStrategies.EmptyCleanupStrategy());
            return this;
        }

        /**
         * A heap state looks for expired entries a few at a time.
         *
         * @param cleanupSize how many entries it looks at each time
         * @param runCleanupForEveryRecord whether it does so for each record too, not only when the
         *     state is used
         */
        public Builder cleanupIncrementally(int cleanupSize, boolean runCleanupForEveryRecord) {
            strategies.put(
                    CleanupStrategies.Strategies.INCREMENTAL_CLEANUP,
                    new IncrementalCleanupStrategy(cleanupSize, runCleanupForEveryRecord));
            return this;
        }

        /**
         * RocksDB drops expired entries when it compacts.
         *
         * @param queryTimeAfterNumEntries it asks for the time again after so many entries
         */
        public Builder cleanupInRocksdbCompactFilter(long queryTimeAfterNumEntries) {
            strategies.put(
                    CleanupStrategies.Strategies.ROCKSDB_COMPACTION_FILTER,
                    new RocksdbCompactFilterCleanupStrategy(queryTimeAfterNumEntries));
            return this;
        }

        /**
         * RocksDB drops expired entries when it compacts.
         *
         * @param queryTimeAfterNumEntries it asks for the time again after so many entries
         * @param periodicCompactionTime files older than this are compacted though nothing else
         *     calls for it
         */
        public Builder cleanupInRocksdbCompactFilter(
                long queryTimeAfterNumEntries, Duration periodicCompactionTime) {
            strategies.put(
                    CleanupStrategies.Strategies.ROCKSDB_COMPACTION_FILTER,
                    new RocksdbCompactFilterCleanupStrategy(
                            queryTimeAfterNumEntries, periodicCompactionTime));
            return this;
        }

        /** Expired entries are removed only when they are met. */
        public Builder disableCleanupInBackground() {
            isCleanupInBackground = false;
            return this;
        }

        /**
         * How long an entry lives.
         *
         * @deprecated use {@link #setTimeToLive}
         */
        @Deprecated
        public Builder setTtl(Time ttl) {
            return setTimeToLive(Time.toDuration(ttl));
        }

        /** How long an entry lives. */
        public Builder setTimeToLive(Duration ttl) {
            this.ttl = ttl;
            return this;
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException when the time to live is not positive
         */
        public StateTtlConfig build() {
            return new StateTtlConfig(
                    updateType,
                    stateVisibility,
                    ttlTimeCharacteristic,
                    ttl,
                    new CleanupStrategies(new HashMap<>(strategies), isCleanupInBackground));
        }
    }

    /** How expired entries are removed, apart from when they are met. */
    public static class CleanupStrategies implements Serializable {

        private static final long serialVersionUID = -1617740467277313524L;

        private static final IncrementalCleanupStrategy DEFAULT_INCREMENTAL =
                new IncrementalCleanupStrategy(5, false);
        private static final RocksdbCompactFilterCleanupStrategy DEFAULT_COMPACTION =
                new RocksdbCompactFilterCleanupStrategy(1000L);

        private final boolean isCleanupInBackground;

        // A HashMap by its class: a Map need not be serializable.
        private final HashMap<Strategies, CleanupStrategy> strategies;

        private CleanupStrategies(
                Map<Strategies, CleanupStrategy> strategies, boolean isCleanupInBackground) {
            this.strategies = new HashMap<>(strategies);
            this.isCleanupInBackground = isCleanupInBackground;
        }

        /** The ways there are. */
        enum Strategies {
            FULL_STATE_SCAN_SNAPSHOT,
            INCREMENTAL_CLEANUP,
            ROCKSDB_COMPACTION_FILTER
        }

        /** Settings of one way. */
        interface CleanupStrategy extends Serializable {}

        /** A way without settings. */
        static class EmptyCleanupStrategy implements CleanupStrategy {
            private static final long serialVersionUID = 1373998465131443873L;
        }

        /** Whether expired entries are left out of full snapshots. */
        public boolean inFullSnapshot() {
            return strategies.containsKey(Strategies.FULL_STATE_SCAN_SNAPSHOT);
        }

        /** Whether the backend may clean up by its default where nothing was chosen. */
        public boolean isCleanupInBackground() {
            return isCleanupInBackground;
        }

        /** How a heap state cleans up: as set, else by default; null if it does not. */
        public IncrementalCleanupStrategy getIncrementalCleanupStrategy() {
            return (IncrementalCleanupStrategy)
                    strategies.getOrDefault(
                            Strategies.INCREMENTAL_CLEANUP,
                            isCleanupInBackground ? DEFAULT_INCREMENTAL : null);
        }

        /** Whether RocksDB drops expired entries when it compacts. */
        public boolean inRocksdbCompactFilter() {
            return getRocksdbCompactFilterCleanupStrategy() != null;
        }

        /** How RocksDB cleans up: as set, else by default; null if it does not. */
        public RocksdbCompactFilterCleanupStrategy getRocksdbCompactFilterCleanupStrategy() {
            return (RocksdbCompactFilterCleanupStrategy)
                    strategies.getOrDefault(
                            Strategies.ROCKSDB_COMPACTION_FILTER,
                            isCleanupInBackground ? DEFAULT_COMPACTION : null);
        }
    }

    /** A heap state looks for expired entries a few at a time. */
    public static class IncrementalCleanupStrategy implements CleanupStrategies.CleanupStrategy {

        private static final long serialVersionUID = 3109278696501988780L;

        private final int cleanupSize;
        private final boolean runCleanupForEveryRecord;

        private IncrementalCleanupStrategy(int cleanupSize, boolean runCleanupForEveryRecord) {
            checkArgument(
                    cleanupSize > 0,
                    "The number of entries looked at each time must be positive, but is %s.",
                    cleanupSize);
            this.cleanupSize = cleanupSize;
            this.runCleanupForEveryRecord = runCleanupForEveryRecord;
        }

        /** How many entries it looks at each time. */
        public int getCleanupSize() {
            return cleanupSize;
        }

        /** Whether it does so for each record too. */
        public boolean runCleanupForEveryRecord() {
            return runCleanupForEveryRecord;
        }
    }

    /** RocksDB drops expired entries when it compacts. */
    public static class RocksdbCompactFilterCleanupStrategy
            implements CleanupStrategies.CleanupStrategy {

        private static final long serialVersionUID = 3109278796506988980L;

        private static final Duration DEFAULT_PERIODIC_COMPACTION_TIME = Duration.ofDays(30);

        private final long queryTimeAfterNumEntries;
        private final Duration periodicCompactionTime;

        private RocksdbCompactFilterCleanupStrategy(long queryTimeAfterNumEntries) {
            this(queryTimeAfterNumEntries, DEFAULT_PERIODIC_COMPACTION_TIME);
        }

        private RocksdbCompactFilterCleanupStrategy(
                long queryTimeAfterNumEntries, Duration periodicCompactionTime) {
            this.queryTimeAfterNumEntries = queryTimeAfterNumEntries;
            this.periodicCompactionTime =
                    checkNotNull(periodicCompactionTime, "periodic compaction time");
        }

        /** It asks for the time again after so many entries. */
        public long getQueryTimeAfterNumEntries() {
            return queryTimeAfterNumEntries;
        }

        /** Files older than this are compacted though nothing else calls for it. */
        public Duration getPeriodicCompactionTime() {
            return periodicCompactionTime;
        }
    }
}
