// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeHint;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.spi.FeedbackTransformation;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.spi.Transformation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The beginning of a loop: the records that enter it, and those that are fed back.
 *
 * <p>Build the loop's body on it, and close it with the stream that goes round:
 *
 * <pre>{@code
 * IterativeStream<Long> loop = numbers.iterate();
 * DataStream<Long> halved = loop.map(n -> n / 2);
 * loop.closeWith(halved.filter(n -> n > 1));
 * halved.filter(n -> n <= 1).sinkTo(sink);
 * }</pre>
 *
 * <p>What is fed back is never dropped and never waits: where the loop can't take it in yet, it is
 * kept in memory ({@code millrace.iteration.memory}) and then on local disk, and the loop takes
 * fewer records in from outside meanwhile. Watermarks do not go round: event time in the loop is
 * that of the records that enter it. The last watermark, at the end of the stream that enters, is
 * held back until nothing circulates.
 *
 * @param <T> the records
 */
@PublicEvolving
public class IterativeStream<T> extends SingleOutputStreamOperator<T> {

    private final DataStream<T> entering;
    private final long maxWaitMs;

    /**
     * Begins a loop.
     *
     * @param maxWaitTime how long the loop must have been quiet before it ends, in milliseconds
     * @throws IllegalArgumentException when negative
     */
    protected IterativeStream(DataStream<T> dataStream, long maxWaitTime) {
        super(dataStream.environment, head(dataStream, maxWaitTime));
        this.entering = dataStream;
        this.maxWaitMs = maxWaitTime;
        Programs.record(environment, operator());
    }

    private static <T> OperatorTransformation<T> head(DataStream<T> stream, long maxWaitMs) {
        Transformation<T> entering = stream.input();
        return new OperatorTransformation<>(
                "Iteration",
                new OperatorSpec.LoopHead(),
                List.of(
                        entering,
                        new FeedbackTransformation<>(
                                entering.outputType(),
                                entering.parallelism(),
                                requireNotNegative(maxWaitMs))),
                List.of(),
                null,
                entering.outputType(),
                entering.parallelism());
    }

    private static long requireNotNegative(long maxWaitMs) {
        if (maxWaitMs < 0) {
            throw new IllegalArgumentException(
                    "iterate(maxWaitTimeMillis) takes 0 or more milliseconds, but was given "
                            + maxWaitMs
                            + '.');
        }
        return maxWaitMs;
    }

    @SuppressWarnings("unchecked") // the head was made with feedback of its own type
    private FeedbackTransformation<T> feedback() {
        return (FeedbackTransformation<T>) operator().inputs().get(1);
    }

    /**
     * Closes the loop: the records of this stream come out of the loop's beginning again, dealt to
     * its subtasks in the way that the stream says ({@code rebalance()}, {@code keyBy(...)}, ...).
     * A loop may be closed with several streams, one after the other.
     *
     * @return the same stream
     * @throws UnsupportedOperationException when the stream does not come from this loop, or has
     *     another parallelism than its beginning
     */
    public DataStream<T> closeWith(DataStream<T> feedbackStream) {
        close(
                feedback(),
                operator(),
                operator().parallelism(),
                Objects.requireNonNull(feedbackStream, "feedbackStream"));
        return feedbackStream;
    }

    /**
     * Begins a loop into which records of another type are fed back; see {@link
     * ConnectedIterativeStreams}.
     */
    public <F> ConnectedIterativeStreams<T, F> withFeedbackType(Class<F> feedbackTypeClass) {
        return withFeedbackType(TypeInformation.of(feedbackTypeClass));
    }

    /** The same, for a type with parameters. */
    public <F> ConnectedIterativeStreams<T, F> withFeedbackType(TypeHint<F> feedbackTypeHint) {
        return withFeedbackType(TypeInformation.of(feedbackTypeHint));
    }

    /** The same, for any type. */
    public <F> ConnectedIterativeStreams<T, F> withFeedbackType(TypeInformation<F> feedbackType) {
        return new ConnectedIterativeStreams<>(entering, feedbackType, maxWaitMs);
    }

    private static <F> void close(
            FeedbackTransformation<F> feedback,
            Transformation<?> beginning,
            int parallelism,
            DataStream<F> stream) {
        Transformation<F> fedBack = stream.input();
        if (!comesFrom(fedBack, beginning)) {
            throw new UnsupportedOperationException(
                    "A loop can only be closed with a stream that comes from its beginning, but the"
                            + " stream given to closeWith(...) does not. Build it on what iterate()"
                            + " returned.");
        }
        if (fedBack.parallelism() != parallelism) {
            throw new UnsupportedOperationException(
                    "The stream that is fed back must have the parallelism of the stream that"
                            + " enters the loop, "
                            + parallelism
                            + ", but it has "
                            + fedBack.parallelism()
                            + ". Give the last operator of the loop that parallelism, with"
                            + " setParallelism(...).");
        }
        feedback.close(fedBack);
    }

    private static boolean comesFrom(Transformation<?> stream, Transformation<?> beginning) {
        Set<Integer> seen = new HashSet<>();
        Deque<Transformation<?>> toVisit = new ArrayDeque<>(List.of(stream));
        while (!toVisit.isEmpty()) {
            Transformation<?> next = toVisit.pop();
            if (next == beginning) {
                return true;
            }
            if (seen.add(next.id())) {
                toVisit.addAll(next.inputs());
            }
        }
        return false;
    }

    /**
     * The beginning of a loop into which records of another type are fed back: a function with two
     * inputs sees those that enter as its first, and those that are fed back as its second.
     *
     * @param <I> what enters
     * @param <F> what is fed back
     */
    @PublicEvolving
    public static class ConnectedIterativeStreams<I, F> extends ConnectedStreams<I, F> {

        private final FeedbackTransformation<F> feedback;

        /**
         * Begins a loop.
         *
         * @param waitTime how long the loop must have been quiet before it ends, in milliseconds
         * @throws IllegalArgumentException when negative
         */
        public ConnectedIterativeStreams(
                DataStream<I> input, TypeInformation<F> feedbackType, long waitTime) {
            this(
                    input,
                    new FeedbackTransformation<>(
                            Objects.requireNonNull(feedbackType, "feedbackType"),
                            input.getParallelism(),
                            requireNotNegative(waitTime)));
        }

        private ConnectedIterativeStreams(DataStream<I> input, FeedbackTransformation<F> feedback) {
            super(input.environment, input, new DataStream<>(input.environment, feedback));
            this.feedback = feedback;
        }

        /**
         * Closes the loop: the records of this stream become the second input of its beginning,
         * dealt to its subtasks in the way that the stream says. A loop may be closed with several
         * streams, one after the other.
         *
         * @return the same stream
         * @throws UnsupportedOperationException when the stream does not come from this loop, or
         *     has another parallelism than what enters it
         */
        public DataStream<F> closeWith(DataStream<F> feedbackStream) {
            close(
                    feedback,
                    feedback,
                    feedback.parallelism(),
                    Objects.requireNonNull(feedbackStream, "feedbackStream"));
            return feedbackStream;
        }

        /**
         * Refused, as in Flink.
         *
         * @throws UnsupportedOperationException always; says what to do instead
         */
        @Override
        public ConnectedStreams<I, F> keyBy(int[] keyPositions1, int[] keyPositions2) {
            throw partitioned();
        }

        /**
         * Refused, as in Flink.
         *
         * @throws UnsupportedOperationException always; says what to do instead
         */
        @Override
        public ConnectedStreams<I, F> keyBy(String field1, String field2) {
            throw partitioned();
        }

        /**
         * Refused, as in Flink.
         *
         * @throws UnsupportedOperationException always; says what to do instead
         */
        @Override
        public ConnectedStreams<I, F> keyBy(String[] fields1, String[] fields2) {
            throw partitioned();
        }

        /**
         * Refused, as in Flink.
         *
         * @throws UnsupportedOperationException always; says what to do instead
         */
        @Override
        public <KEY> ConnectedStreams<I, F> keyBy(
                KeySelector<I, KEY> keySelector1, KeySelector<F, KEY> keySelector2) {
            throw partitioned();
        }

        /**
         * Refused, as in Flink.
         *
         * @throws UnsupportedOperationException always; says what to do instead
         */
        @Override
        public <KEY> ConnectedStreams<I, F> keyBy(
                KeySelector<I, KEY> keySelector1,
                KeySelector<F, KEY> keySelector2,
                TypeInformation<KEY> keyType) {
            throw partitioned();
        }

        private static UnsupportedOperationException partitioned() {
            return new UnsupportedOperationException(
                    "The inputs of a loop's beginning can't be keyed there. Call keyBy(...) on the"
                            + " stream before iterate(), and on the stream given to closeWith(...).");
        }
    }
}
