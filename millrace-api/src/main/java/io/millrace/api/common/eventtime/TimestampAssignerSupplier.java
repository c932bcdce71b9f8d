// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.MetricGroup;
import java.io.Serializable;

/**
 * Makes timestamp assigners where the job runs. It travels there as a serialized object; assigners
 * need not.
 *
 * @param <T> the records
 */
@PublicEvolving
@FunctionalInterface
public interface TimestampAssignerSupplier<T> extends Serializable {

    /** An assigner of its own for each subtask or split. */
    TimestampAssigner<T> createTimestampAssigner(Context context);

    /** A supplier that hands out the given assigner. */
    static <T> TimestampAssignerSupplier<T> of(SerializableTimestampAssigner<T> assigner) {
        return new SupplierFromSerializableTimestampAssigner<>(assigner);
    }

    /** What the place it runs in offers. */
    @PublicEvolving
    interface Context {

        /** Where metrics are registered. */
        MetricGroup getMetricGroup();
    }

    /**
     * Hands out one assigner; by a class of its own, so that it serializes without a lambda.
     *
     * @param <T> the records
     */
    @PublicEvolving
    class SupplierFromSerializableTimestampAssigner<T> implements TimestampAssignerSupplier<T> {

        private static final long serialVersionUID = 1L;

        private final SerializableTimestampAssigner<T> assigner;

        /** Hands out the given assigner. */
        public SupplierFromSerializableTimestampAssigner(
                SerializableTimestampAssigner<T> assigner) {
            this.assigner = assigner;
        }

        @Override
        public TimestampAssigner<T> createTimestampAssigner(Context context) {
            return assigner;
        }
    }
}
