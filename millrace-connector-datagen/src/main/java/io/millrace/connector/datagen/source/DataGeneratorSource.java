// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.datagen.source;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.connector.source.lib.NumberSequenceSource;
import io.millrace.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import io.millrace.api.connector.source.lib.util.IteratorSourceEnumerator;
import io.millrace.api.connector.source.util.ratelimit.RateLimitedSourceReader;
import io.millrace.api.connector.source.util.ratelimit.RateLimiterStrategy;
import io.millrace.api.java.ClosureCleaner;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.spi.ClockedRateLimits;
import io.millrace.streaming.api.operators.OutputTypeConfigurable;
import io.millrace.util.NumberSequenceIterator;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Makes a record from each of the numbers 0 to {@code count - 1}.
 *
 * <p>The numbers are dealt out to the subtasks in ranges, and what a subtask has still to do is its
 * state: after a failure it goes on with the number that the last checkpoint had come to. A rate
 * limit never holds up the task: it takes barriers and notifications while it waits.
 *
 * @param <OUT> the records
 */
@Experimental
public class DataGeneratorSource<OUT>
        implements Source<OUT, NumberSequenceSplit, Collection<NumberSequenceSplit>>,
                ResultTypeQueryable<OUT>,
                OutputTypeConfigurable<OUT> {

    private static final long serialVersionUID = 1L;

    private final TypeInformation<OUT> typeInfo;
    private final GeneratorFunction<Long, OUT> generatorFunction;
    private final RateLimiterStrategy rateLimiterStrategy;

    /** Null when there is nothing to make. */
    private final NumberSequenceSource numbers;

    /**
     * As fast as it goes.
     *
     * @param count how many records; {@code Long.MAX_VALUE} for a stream that does not end
     */
    public DataGeneratorSource(
            GeneratorFunction<Long, OUT> generatorFunction,
            long count,
            TypeInformation<OUT> typeInfo) {
        this(generatorFunction, count, RateLimiterStrategy.noOp(), typeInfo);
    }

    /**
     * Bounded by a rate.
     *
     * @param count how many records; {@code Long.MAX_VALUE} for a stream that does not end
     * @throws IllegalArgumentException when {@code count} is negative
     */
    public DataGeneratorSource(
            GeneratorFunction<Long, OUT> generatorFunction,
            long count,
            RateLimiterStrategy rateLimiterStrategy,
            TypeInformation<OUT> typeInfo) {
        if (count < 0) {
            throw new IllegalArgumentException("There can't be " + count + " records to generate");
        }
        this.generatorFunction = Objects.requireNonNull(generatorFunction, "generatorFunction");
        this.rateLimiterStrategy =
                Objects.requireNonNull(rateLimiterStrategy, "rateLimiterStrategy");
        this.typeInfo = Objects.requireNonNull(typeInfo, "typeInfo");
        this.numbers = count == 0 ? null : new NumberSequenceSource(0, count - 1);
        ClosureCleaner.clean(
                generatorFunction, ExecutionConfig.ClosureCleanerLevel.RECURSIVE, true);
        ClosureCleaner.clean(
                rateLimiterStrategy, ExecutionConfig.ClosureCleanerLevel.RECURSIVE, true);
    }

    /** Passed on to a function that wants to know. */
    @Override
    @SuppressWarnings("unchecked") // a function that asks for its output's type makes that output
    public void setOutputType(TypeInformation<OUT> outTypeInfo, ExecutionConfig executionConfig) {
        if (generatorFunction instanceof OutputTypeConfigurable<?> configurable) {
            ((OutputTypeConfigurable<OUT>) configurable)
                    .setOutputType(outTypeInfo, executionConfig);
        }
    }

    public GeneratorFunction<Long, OUT> getGeneratorFunction() {
        return generatorFunction;
    }

    @Override
    public TypeInformation<OUT> getProducedType() {
        return typeInfo;
    }

    /** Bounded always, though the bound may be far. */
    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<OUT, NumberSequenceSplit> createReader(SourceReaderContext readerContext)
            throws Exception {
        return new RateLimitedSourceReader<>(
                new GeneratingIteratorSourceReader<
                        Long, OUT, NumberSequenceIterator, NumberSequenceSplit>(
                        readerContext, generatorFunction),
                ClockedRateLimits.limiter(rateLimiterStrategy, readerContext));
    }

    @Override
    public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> createEnumerator(
            SplitEnumeratorContext<NumberSequenceSplit> enumContext) {
        return numbers == null
                ? new IteratorSourceEnumerator<>(enumContext, List.of())
                : numbers.createEnumerator(enumContext);
    }

    @Override
    public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> restoreEnumerator(
            SplitEnumeratorContext<NumberSequenceSplit> enumContext,
            Collection<NumberSequenceSplit> checkpoint) {
        return new IteratorSourceEnumerator<>(enumContext, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<NumberSequenceSplit> getSplitSerializer() {
        return serializers().getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Collection<NumberSequenceSplit>>
            getEnumeratorCheckpointSerializer() {
        return serializers().getEnumeratorCheckpointSerializer();
    }

    private static NumberSequenceSource serializers() {
        return new NumberSequenceSource(0, 0);
    }
}
