// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import java.time.Duration;

/**
 * How timestamps are told and watermarks are made, for a source or in mid-stream. It travels as a
 * serialized object; what it makes need not.
 *
 * @param <T> the records
 */
@Public
public interface WatermarkStrategy<T>
        extends TimestampAssignerSupplier<T>, WatermarkGeneratorSupplier<T> {

    @Override
    WatermarkGenerator<T> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context);

    /** By default, records keep the timestamp they have. */
    @Override
    default TimestampAssigner<T> createTimestampAssigner(
            TimestampAssignerSupplier.Context context) {
        return new RecordTimestampAssigner<>();
    }

    /** How far a source may run ahead of others; by default as far as it likes. */
    @PublicEvolving
    default WatermarkAlignmentParams getAlignmentParameters() {
        return WatermarkAlignmentParams.WATERMARK_ALIGNMENT_DISABLED;
    }

    /** This strategy, with timestamps told by assigners of the supplier. */
    default WatermarkStrategy<T> withTimestampAssigner(
            TimestampAssignerSupplier<T> timestampAssigner) {
        return new WatermarkStrategyWithTimestampAssigner<>(
                this, checkNotNull(timestampAssigner, "The timestamp assigner is null."));
    }

    /** This strategy, with timestamps told by the assigner. */
    default WatermarkStrategy<T> withTimestampAssigner(
            SerializableTimestampAssigner<T> timestampAssigner) {
        return new WatermarkStrategyWithTimestampAssigner<>(
                this,
                TimestampAssignerSupplier.of(
                        checkNotNull(timestampAssigner, "The timestamp assigner is null.")));
    }

    /**
     * This strategy, where a stream without a record for some time is idle: others don't wait for
     * it.
     *
     * @param idleTimeout longer than nothing
     */
    default WatermarkStrategy<T> withIdleness(Duration idleTimeout) {
        checkNotNull(idleTimeout, "The time after which a stream is idle is null.");
        checkArgument(
                !idleTimeout.isZero() && !idleTimeout.isNegative(),
                "The time after which a stream is idle must be longer than nothing, but is %s.",
                idleTimeout);
        return new WatermarkStrategyWithIdleness<>(this, idleTimeout);
    }

    /**
     * This strategy, for sources that wait for others of their group; they compare once a second.
     *
     * @param maxAllowedWatermarkDrift how far ahead of the slowest a source may run
     */
    @PublicEvolving
    default WatermarkStrategy<T> withWatermarkAlignment(
            String watermarkGroup, Duration maxAllowedWatermarkDrift) {
        return withWatermarkAlignment(
                watermarkGroup, maxAllowedWatermarkDrift, Duration.ofSeconds(1));
    }

    /**
     * This strategy, for sources that wait for others of their group.
     *
     * @param maxAllowedWatermarkDrift how far ahead of the slowest a source may run
     * @param updateInterval how often they compare
     */
    @PublicEvolving
    default WatermarkStrategy<T> withWatermarkAlignment(
            String watermarkGroup, Duration maxAllowedWatermarkDrift, Duration updateInterval) {
        return new WatermarksWithWatermarkAlignment<>(
                this, watermarkGroup, maxAllowedWatermarkDrift, updateInterval);
    }

    /** For streams whose timestamps never go down. */
    static <T> WatermarkStrategy<T> forMonotonousTimestamps() {
        return ctx -> new AscendingTimestampsWatermarks<>();
    }

    /**
     * For streams whose records may be late, but by no more than a bound.
     *
     * @param maxOutOfOrderness how late a record may be, 0 or more
     */
    static <T> WatermarkStrategy<T> forBoundedOutOfOrderness(Duration maxOutOfOrderness) {
        return ctx -> new BoundedOutOfOrdernessWatermarks<>(maxOutOfOrderness);
    }

    /** With generators of the program's own. */
    static <T> WatermarkStrategy<T> forGenerator(WatermarkGeneratorSupplier<T> generatorSupplier) {
        return generatorSupplier::createWatermarkGenerator;
    }

    /** For streams that need no event time. */
    static <T> WatermarkStrategy<T> noWatermarks() {
        return ctx -> new NoWatermarksGenerator<>();
    }
}
