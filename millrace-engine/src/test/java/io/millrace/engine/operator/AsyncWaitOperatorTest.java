// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.snapshot;
import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.engine.chain.Output;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RestoredShare;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.functions.async.AsyncFunction;
import io.millrace.streaming.api.functions.async.AsyncRetryPredicate;
import io.millrace.streaming.api.functions.async.AsyncRetryStrategy;
import io.millrace.streaming.api.functions.async.ResultFuture;
import io.millrace.streaming.api.functions.async.RichAsyncFunction;
import io.millrace.streaming.util.retryable.AsyncRetryStrategies;
import io.millrace.streaming.util.retryable.RetryPredicates;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The questions are answered by the test, when it likes. */
class AsyncWaitOperatorTest {

    private FakeContext context = new FakeContext();
    private final Recorder<String> out = new Recorder<>();
    private final Asked asked = new Asked();
    private boolean ordered = true;
    private int capacity = 2;
    private long timeoutMs;
    private AsyncRetryStrategy<String> retries = noRetries();

    @SuppressWarnings("unchecked") // it never looks at an answer
    private static AsyncRetryStrategy<String> noRetries() {
        return (AsyncRetryStrategy<String>) AsyncRetryStrategies.NO_RETRY_STRATEGY;
    }

    /** Keeps the futures, by the record; of several questions about one, the last. */
    private static class Asked implements AsyncFunction<Integer, String> {
        private static final long serialVersionUID = 1L;
        final transient Map<Integer, ResultFuture<String>> futures = new LinkedHashMap<>();
        final transient List<Integer> questions = new ArrayList<>();
        transient boolean ownTimeout;

        @Override
        public void asyncInvoke(Integer input, ResultFuture<String> resultFuture) {
            futures.put(input, resultFuture);
            questions.add(input);
        }

        @Override
        public void timeout(Integer input, ResultFuture<String> resultFuture) throws Exception {
            if (ownTimeout) {
                resultFuture.complete(List.of("late " + input));
            } else {
                AsyncFunction.super.timeout(input, resultFuture);
            }
        }
    }

    private AsyncWaitOperator<Integer, String> operator() throws Exception {
        return start(operator(asked, Types.INT));
    }

    private <I> AsyncWaitOperator<I, String> operator(
            AsyncFunction<I, String> function, TypeInformation<I> type) {
        return new AsyncWaitOperator<>(
                context,
                new OperatorSpec.Async(function, timeoutMs, capacity, ordered, retries),
                type,
                out);
    }

    private void answer(int record, String... answers) throws Exception {
        asked.futures.get(record).complete(List.of(answers));
        context.runActions();
    }

    private void fail(int record, Throwable error) throws Exception {
        asked.futures.get(record).completeExceptionally(error);
        context.runActions();
    }

    @Test
    @DisplayName("A11 (a)")
    void orderedAnswersComeInTheOrderOfTheRecordsWithTheirTimestamps() throws Exception {
        var operator = operator();
        operator.element(1, 11);
        operator.element(2, 12);
        operator.watermark(12);
        answer(2, "r2");
        assertThat(out.lines).isEmpty();
        answer(1, "r1", "r1b");
        assertThat(out.take()).containsExactly("r1@11", "r1b@11", "r2@12", "watermark 12");
        operator.element(3, Output.NO_TIMESTAMP);
        answer(3);
        operator.watermark(13);
        assertThat(out.take()).containsExactly("watermark 13");
    }

    @Test
    @DisplayName("A11 (b)")
    void unorderedAnswersComeAsTheyPleaseButNeverPassAWatermark() throws Exception {
        ordered = false;
        capacity = 10;
        var operator = operator();
        operator.element(1, 1);
        operator.element(2, 2);
        operator.watermark(2);
        operator.element(3, 3);
        answer(3, "r3");
        answer(2, "r2");
        assertThat(out.take()).containsExactly("r2@2");
        answer(1, "r1");
        assertThat(out.take()).containsExactly("r1@1", "watermark 2", "r3@3");
    }

    @Test
    void severalSegmentsOpenOneAfterTheOther() throws Exception {
        ordered = false;
        capacity = 10;
        var operator = operator();
        operator.element(1, 1);
        operator.watermark(1);
        operator.watermark(2);
        operator.element(2, 3);
        operator.element(3, 3);
        operator.watermark(4);
        operator.idle(true);
        operator.idle(false);
        operator.element(4, 5);
        answer(4, "r4");
        answer(3, "r3");
        assertThat(out.lines).isEmpty();
        answer(1, "r1");
        assertThat(out.take()).containsExactly("r1@1", "watermark 2", "r3@3");
        answer(2, "r2");
        assertThat(out.take()).containsExactly("r2@3", "watermark 4", "active", "r4@5");
        operator.watermark(9);
        assertThat(out.take()).containsExactly("watermark 9");
    }

    @Test
    void idlenessIsNotOvertakenEither() throws Exception {
        var operator = operator();
        operator.element(1, 1);
        operator.idle(true);
        assertThat(out.lines).isEmpty();
        answer(1, "r1");
        assertThat(out.take()).containsExactly("r1@1", "idle");
        operator.idle(false);
        assertThat(out.take()).containsExactly("active");
    }

    @Test
    void theInputIsHeldWhileThereIsNoRoomAndWhatStillComesStandsInLine() throws Exception {
        var operator = operator();
        assertThat(context.held).isFalse();
        operator.element(1, 1);
        assertThat(context.held).isFalse();
        operator.element(2, 2);
        assertThat(context.held).isTrue();
        operator.element(3, 3);
        operator.watermark(3);
        operator.watermark(4);
        operator.element(4, 5);
        assertThat(asked.questions).containsExactly(1, 2);
        answer(2, "r2");
        assertThat(asked.questions).containsExactly(1, 2);
        answer(1, "r1");
        assertThat(asked.questions).containsExactly(1, 2, 3, 4);
        assertThat(context.held).isTrue();
        answer(3, "r3");
        assertThat(context.held).isFalse();
        assertThat(out.take()).containsExactly("r1@1", "r2@2", "r3@3", "watermark 4");
    }

    @Test
    @DisplayName("A13")
    void whatIsUnderWayAndWhatStandsInLineIsAskedAgainAfterARestore() throws Exception {
        var operator = operator();
        for (int i = 1; i <= 3; i++) {
            operator.element(i, i);
        }
        answer(2, "r2");
        snapshot(operator, 1);
        context = context.restore(1);
        asked.questions.clear();
        var next = operator();
        assertThat(asked.questions).containsExactly(1, 2);
        assertThat(context.held).isTrue();
        answer(2, "r2");
        answer(1, "r1");
        assertThat(asked.questions).containsExactly(1, 2, 3);
        assertThat(context.held).isFalse();
        next.element(4, 4);
        answer(4, "r4");
        answer(3, "r3");
        assertThat(out.take()).containsExactly("r1@1", "r2@2", "r3@3", "r4@4");
        assertThat(next.holdsRecords()).isFalse();
    }

    @Test
    void aSmallerCapacityAfterARestoreOnlyLengthensTheLine() throws Exception {
        capacity = 5;
        ordered = false;
        var operator = operator();
        for (int i = 1; i <= 5; i++) {
            operator.element(i, i);
        }
        answer(3, "r3");
        snapshot(operator, 1);
        out.lines.clear();
        context = context.restore(1);
        asked.questions.clear();
        capacity = 1;
        operator();
        for (int i : new int[] {1, 2, 4, 5}) {
            assertThat(asked.questions).last().isEqualTo(i);
            answer(i, "r" + i);
        }
        assertThat(out.take()).containsExactly("r1@1", "r2@2", "r4@4", "r5@5");
        assertThat(context.held).isFalse();
    }

    @Test
    void itHoldsRecordsUntilTheLastIsAnswered() throws Exception {
        var operator = operator();
        for (int i = 1; i <= 3; i++) {
            operator.element(i, i);
        }
        for (int i = 1; i <= 3; i++) {
            assertThat(operator.holdsRecords()).isTrue();
            answer(i, "r" + i);
        }
        assertThat(operator.holdsRecords()).isFalse();
        operator.finish();
        operator.close();
    }

    @Test
    void onlyTheFirstCompletionCounts() throws Exception {
        var operator = operator();
        operator.element(1, 1);
        answer(1, "first");
        answer(1, "second");
        fail(1, new IllegalStateException("third"));
        assertThat(out.take()).containsExactly("first@1");
    }

    @Test
    void anErrorFailsTheOperatorAndNamesTheRecord() throws Exception {
        var operator = operator();
        operator.element(17, 1);
        assertThatThrownBy(() -> fail(17, new IllegalStateException("no answer")))
                .hasMessageContaining("17")
                .hasMessageContaining("no answer")
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void nullIsNoAnswer() throws Exception {
        var operator = operator();
        operator.element(1, 1);
        assertThatThrownBy(
                        () -> {
                            asked.futures.get(1).complete((Collection<String>) null);
                            context.runActions();
                        })
                .hasMessageContaining("empty collection");
    }

    @Test
    void timeIsUpAfterTheTimeoutAndTheJobFailsUnlessTheFunctionKnowsBetter() throws Exception {
        timeoutMs = 100;
        var operator = operator();
        operator.element(1, 1);
        context.clock.millis += 60;
        operator.element(2, 2);
        answer(1, "r1");
        context.advanceTo(1_100); // the timer of the first, which is answered
        assertThat(out.take()).containsExactly("r1@1");
        asked.ownTimeout = true;
        context.advanceTo(1_160);
        context.runActions();
        assertThat(out.take()).containsExactly("late 2@2");
        answer(2, "too late");
        assertThat(out.lines).isEmpty();
        asked.ownTimeout = false;
        operator.element(3, 3);
        context.advanceTo(1_260);
        assertThatThrownBy(context::runActions).hasRootCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void anAnswerThatIsThereWhenTimeIsUpHasComeInTime() throws Exception {
        timeoutMs = 100;
        var operator = operator();
        operator.element(1, 1);
        asked.futures.get(1).complete(List.of("r1"));
        context.advanceTo(1_100);
        context.runActions();
        assertThat(out.take()).containsExactly("r1@1");
    }

    @Test
    void noTimeoutMeansNoTimer() throws Exception {
        operator().element(1, 1);
        assertThat(context.scheduled).isEmpty();
    }

    @Test
    void manyAnsweredQuestionsLeaveNoTimersBehind() throws Exception {
        timeoutMs = 60_000;
        var operator = operator();
        for (int i = 0; i < 1_000; i++) {
            operator.element(i, i);
            answer(i, "r");
        }
        assertThat(context.scheduled).hasSize(1);
    }

    @Test
    void errorsThatMayPassAreAskedAgainAfterADelayWithTheSamePlaceInTheOrder() throws Exception {
        timeoutMs = 1_000;
        retries =
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(2, 10)
                        .ifException(RetryPredicates.HAS_EXCEPTION_PREDICATE)
                        .build();
        var operator = operator();
        operator.element(1, 1);
        operator.element(2, 2);
        fail(1, new IllegalStateException("busy"));
        answer(2, "r2");
        assertThat(asked.questions).containsExactly(1, 2);
        context.advanceTo(1_010);
        assertThat(asked.questions).containsExactly(1, 2, 1);
        fail(1, new IllegalStateException("busy"));
        context.advanceTo(1_020);
        assertThat(asked.questions).containsExactly(1, 2, 1, 1);
        assertThat(out.lines).isEmpty();
        assertThatThrownBy(() -> fail(1, new IllegalStateException("still busy")))
                .hasMessageContaining("at try 3")
                .hasMessageContaining("still busy");
    }

    @Test
    @SuppressWarnings("unchecked") // the predicate serves all types
    void resultsThatWillNotDoAreAskedAgainAndTheLastOneIsTaken() throws Exception {
        timeoutMs = 1_000;
        retries =
                new AsyncRetryStrategies.ExponentialBackoffDelayRetryStrategyBuilder<String>(
                                3, 10, 25, 2)
                        .ifResult(RetryPredicates.EMPTY_RESULT_PREDICATE)
                        .build();
        var operator = operator();
        operator.element(1, 1);
        answer(1);
        context.advanceTo(1_010);
        answer(1);
        context.advanceTo(1_029);
        assertThat(asked.questions).hasSize(2);
        context.advanceTo(1_030);
        answer(1);
        context.advanceTo(1_054);
        assertThat(asked.questions).hasSize(3);
        context.advanceTo(1_055);
        assertThat(asked.questions).hasSize(4);
        assertThat(operator.holdsRecords()).isTrue();
        answer(1);
        assertThat(operator.holdsRecords()).isFalse();
        assertThat(out.lines).isEmpty();
        assertThatThrownBy(
                        () -> {
                            operator.element(2, 2);
                            fail(2, new IllegalStateException("no exception predicate"));
                        })
                .hasMessageContaining("no exception predicate");
    }

    @Test
    void theTimeoutCoversAllTriesAndEndsThem() throws Exception {
        timeoutMs = 50;
        asked.ownTimeout = true;
        retries =
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(100, 30)
                        .ifException(RetryPredicates.HAS_EXCEPTION_PREDICATE)
                        .build();
        var operator = operator();
        operator.element(1, 1);
        fail(1, new IllegalStateException("busy"));
        context.advanceTo(1_030);
        fail(1, new IllegalStateException("busy"));
        context.advanceTo(1_050);
        context.runActions();
        assertThat(out.take()).containsExactly("late 1@1");
        context.advanceTo(1_060);
        assertThat(asked.questions).containsExactly(1, 1);
        assertThat(operator.holdsRecords()).isFalse();
    }

    @Test
    void withObjectReuseARecordUnderWayIsItsOwnObject() throws Exception {
        context.executionConfig.enableObjectReuse();
        List<int[]> seen = new ArrayList<>();
        var operator =
                start(
                        this.<int[]>operator(
                                (input, future) -> seen.add(input),
                                io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo
                                        .INT_PRIMITIVE_ARRAY_TYPE_INFO));
        int[] reused = {1};
        operator.element(reused, 1);
        reused[0] = 2;
        operator.element(reused, 2);
        assertThat(seen).containsExactly(new int[] {1}, new int[] {2});
        snapshot(operator, 1);
        assertThat(context.operatorState.lists.get("millrace.async.in-flight"))
                .map(Object::toString)
                .hasSize(2);
    }

    @Test
    void aRichFunctionHasALifeButNoState() throws Exception {
        List<String> log = new ArrayList<>();
        RichAsyncFunction<Integer, String> rich =
                new RichAsyncFunction<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void open(io.millrace.configuration.Configuration parameters) {
                        log.add("open " + getRuntimeContext().getTaskInfo().getTaskName());
                        assertThatThrownBy(
                                        () ->
                                                getRuntimeContext()
                                                        .getState(
                                                                new ValueStateDescriptor<>(
                                                                        "count", Types.LONG)))
                                .isInstanceOf(UnsupportedOperationException.class)
                                .hasMessageContaining("not supported in rich async functions")
                                .hasMessageContaining("count");
                        assertThatThrownBy(() -> getRuntimeContext().getLongCounter("c"))
                                .isInstanceOf(UnsupportedOperationException.class);
                    }

                    @Override
                    public void asyncInvoke(Integer input, ResultFuture<String> resultFuture) {
                        resultFuture.complete(List.of("r" + input));
                    }

                    @Override
                    public void close() {
                        log.add("close");
                    }
                };
        var operator = start(operator(rich, Types.INT));
        operator.element(1, 1);
        context.runActions();
        operator.close();
        assertThat(out.take()).containsExactly("r1@1");
        assertThat(log).containsExactly("open op", "close");
    }

    @Test
    void nullsThatAreUnderWayAreInTheSnapshotInTheirPlaces() throws Exception {
        capacity = 3;
        context.realOperatorState = heapState(List.of());
        var operator = operator();
        for (Integer record : new Integer[] {null, 1, null, 2, null}) {
            operator.element(record, 7);
        }
        snapshot(operator, 1);
        List<RestoredState> written =
                List.of(StateBytes.restorable(context.realOperatorState.freeze(1)));
        context = new FakeContext();
        context.realOperatorState =
                heapState(OperatorStateRedistribution.shares(List.of(written), 0, 1));
        asked.questions.clear();
        capacity = 10;
        operator();
        assertThat(asked.questions).containsExactly(null, 1, null, 2, null);
    }

    private HeapOperatorStateBackend heapState(List<RestoredShare> restored) throws Exception {
        return new HeapOperatorStateBackend("op", "u", context.executionConfig, restored, 0, 1);
    }

    @Test
    void aNullAmongTheAnswersIsARecordLikeAnyOther() throws Exception {
        var operator = operator();
        operator.element(null, 3);
        asked.futures.get(null).complete(java.util.Arrays.asList("a", null));
        context.runActions();
        assertThat(out.take()).containsExactly("a@3", "null@3");
    }

    @Test
    void anErrorAboutANullRecordSaysSo() throws Exception {
        var operator = operator();
        operator.element(null, 1);
        asked.futures.get(null).completeExceptionally(null);
        assertThatThrownBy(context::runActions)
                .hasMessageContaining("record null")
                .hasMessageContaining("completeExceptionally was called with null");
    }

    @Test
    void aPredicateThatIsNullIsNamed() {
        retries =
                new AsyncRetryStrategy<>() {
                    @Override
                    public boolean canRetry(int currentAttempts) {
                        return false;
                    }

                    @Override
                    public long getBackoffTimeMillis(int currentAttempts) {
                        return 1;
                    }

                    @Override
                    public AsyncRetryPredicate<String> getRetryPredicate() {
                        return new NoPredicates();
                    }
                };
        assertThatThrownBy(() -> operator(asked, Types.INT))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("NoPredicates.resultPredicate()")
                .hasMessageContaining("Optional.empty()");
    }

    private static final class NoPredicates implements AsyncRetryPredicate<String> {
        @Override
        @SuppressWarnings("OptionalAssignedToNull") // what the test is about
        public Optional<Predicate<Collection<String>>> resultPredicate() {
            return null;
        }

        @Override
        public Optional<Predicate<Throwable>> exceptionPredicate() {
            return Optional.empty();
        }
    }
}
