// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.WindowFold;
import io.millrace.spi.WindowContents;

/**
 * The user's function that makes one value of a window's records, called record by record.
 *
 * @param <I> records
 * @param <A> accumulators
 * @param <V> what comes of an accumulator when the window is shown
 */
abstract class FoldOfWindows<I, A, V> implements WindowFold<I, A> {

    private final WindowOwnership<I> ownership;
    private final TypeInformation<A> accumulatorType;

    private FoldOfWindows(WindowOwnership<I> ownership, TypeInformation<A> accumulatorType) {
        this.ownership = ownership;
        this.accumulatorType = accumulatorType;
    }

    static boolean folds(WindowContents contents) {
        return contents instanceof WindowContents.Reduced
                || contents instanceof WindowContents.Aggregated;
    }

    /**
     * @param type of the records; may be unknown
     */
    static <I, A, V> FoldOfWindows<I, A, V> of(
            WindowContents contents, TypeInformation<I> type, ExecutionConfig config) {
        WindowOwnership<I> ownership = new WindowOwnership<>(type, config);
        if (contents instanceof WindowContents.Reduced reduced) {
            return Casts.of(
                    new Reducing<I>(
                            Casts.of(reduced.function()), ownership, Casts.of(reduced.type())));
        }
        WindowContents.Aggregated aggregated = (WindowContents.Aggregated) contents;
        return new Aggregating<>(
                Casts.of(aggregated.function()), ownership, Casts.of(aggregated.accumulatorType()));
    }

    /** Of the state in snapshots. */
    abstract String kind();

    /** Null: there is nothing to show. */
    abstract V result(A accumulator);

    final TypeSerializer<A> accumulators(ExecutionConfig config) {
        return Serializers.of(accumulatorType, config);
    }

    @Override
    public final I another(I record) {
        return ownership.copy(record);
    }

    private static final class Reducing<I> extends FoldOfWindows<I, I, I> {
        private final ReduceFunction<I> function;

        Reducing(
                ReduceFunction<I> function, WindowOwnership<I> ownership, TypeInformation<I> type) {
            super(ownership, type);
            this.function = function;
        }

        @Override
        String kind() {
            return "reducing";
        }

        @Override
        public I begin(I record) {
            return record;
        }

        @Override
        public boolean beginsWithRecord() {
            return true;
        }

        @Override
        public I add(I record, I accumulator) throws Exception {
            return function.reduce(accumulator, record);
        }

        @Override
        public I merge(I first, I second) throws Exception {
            return function.reduce(first, second);
        }

        @Override
        I result(I accumulator) {
            return accumulator;
        }
    }

    private static final class Aggregating<I, A, V> extends FoldOfWindows<I, A, V> {
        private final AggregateFunction<I, A, V> function;

        Aggregating(
                AggregateFunction<I, A, V> function,
                WindowOwnership<I> ownership,
                TypeInformation<A> accumulatorType) {
            super(ownership, accumulatorType);
            this.function = function;
        }

        @Override
        String kind() {
            return "aggregating";
        }

        @Override
        public A begin(I record) {
            return function.add(record, function.createAccumulator());
        }

        @Override
        public boolean beginsWithRecord() {
            return false;
        }

        @Override
        public A add(I record, A accumulator) {
            return function.add(record, accumulator);
        }

        @Override
        public A merge(A first, A second) {
            A merged = function.merge(first, second);
            if (merged == null) {
                throw new IllegalStateException(
                        "merge(...) of "
                                + function.getClass().getName()
                                + " returned null, but it is needed: "
                                + WindowOptions.SLICES.key()
                                + " is on. Write it, or turn that setting off.");
            }
            return merged;
        }

        @Override
        V result(A accumulator) {
            return function.getResult(accumulator);
        }
    }
}
