// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.api.java.typeutils.runtime.TupleSerializer;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.types.Ownership;
import io.millrace.streaming.api.functions.async.AsyncFunction;
import io.millrace.streaming.api.functions.async.AsyncRetryPredicate;
import io.millrace.streaming.api.functions.async.AsyncRetryStrategy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Asks an {@link AsyncFunction} about each record and emits what it answers, with several questions
 * under way at once.
 *
 * <p><b>Nobody waits.</b> A question goes to the {@link Questions}, and the call returns. Whoever
 * completes its future, on whatever thread, leaves the answer in a queue and lets the task know;
 * the task comes by in a step of its own, takes all answers, and emits what may be emitted. When as
 * many questions are under way as there may be, the operator asks the task to hold the input. What
 * then still comes (an operator before it in the chain may make many records of one) stands in
 * line.
 *
 * <p><b>Watermarks and idleness</b> take their places among the records, and pass when all those
 * before them are answered.
 *
 * <p><b>A checkpoint</b> has all records that are not answered to the outside: those under way,
 * those whose answers wait for their turn, and those in line. After a restore they are asked about
 * again, before anything else, as many at once as there may be; the others stand in line.
 *
 * <p><b>Retries and timeouts.</b> An answer that the strategy does not like is asked for again
 * after its delay; meanwhile the record keeps its place. The time that a record may take is that of
 * all tries together; when it is up the function has its say, and from then on no further tries are
 * planned: the first answer that comes is the last. As all have the same time, one timer serves: it
 * stands for the oldest open question.
 */
final class AsyncWaitOperator<I, O> extends FunctionOperator implements Input<I> {

    private static final String STATE = "millrace.async.in-flight";

    /** Where among those of the other state nulls stood, and their timestamps. */
    private static final String NULLS = "millrace.async.null-records";

    private final AsyncFunction<I, O> function;
    private final long timeoutMs;
    private final int capacity;
    private final AsyncRetryStrategy<O> retries;
    private final Predicate<Collection<O>> badResult;
    private final Predicate<Throwable> badError;
    private final Output<O> out;
    private final TypeSerializer<I> serializer;

    /** Null where a record may be kept as it comes. */
    private final TypeSerializer<I> copier;

    private final boolean copiesByClass;
    private final Questions<I, O> questions;

    /** Records and marks that have come while there was no room, in order. */
    private final ArrayDeque<Object> line = new ArrayDeque<>();

    private int recordsInLine;

    /** Questions that may time out, oldest first. */
    private final Set<Question<I, O>> open = new LinkedHashSet<>();

    private boolean timerSet;

    /** Filled by any thread. */
    private final Queue<Answer<I, O>> answers = new ConcurrentLinkedQueue<>();

    /** Whether the task has been told that there are answers. Any thread. */
    private final AtomicBoolean told = new AtomicBoolean();

    private volatile boolean closed;
    private ListState<Tuple2<Long, I>> inFlight;
    private ListState<Tuple2<Long, Long>> nulls;

    /** What was restored, until it is asked about. */
    private List<Question<I, O>> restored = List.of();

    /**
     * @param spec with this subtask's own function and retry strategy
     * @param inputType may be missing
     */
    @SuppressWarnings("unchecked") // the program's types were checked when it was compiled
    AsyncWaitOperator(
            OperatorContext context,
            OperatorSpec.Async spec,
            TypeInformation<I> inputType,
            Output<O> out) {
        super(context, spec.function());
        this.function = (AsyncFunction<I, O>) spec.function();
        this.timeoutMs = spec.timeoutMs();
        this.capacity = spec.capacity();
        this.retries = (AsyncRetryStrategy<O>) spec.retries();
        AsyncRetryPredicate<O> predicates = retries.getRetryPredicate();
        this.badResult =
                predicates == null
                        ? null
                        : orNull(predicates.resultPredicate(), predicates, "resultPredicate");
        this.badError =
                predicates == null
                        ? null
                        : orNull(predicates.exceptionPredicate(), predicates, "exceptionPredicate");
        this.out = out;
        this.serializer = Serializers.of(inputType, context.executionConfig());
        // With object reuse whoever is before us in the chain may change the object once we return.
        boolean mayChange = context.executionConfig().isObjectReuseEnabled();
        this.copiesByClass = mayChange && inputType instanceof MissingTypeInfo;
        this.copier =
                mayChange && !copiesByClass && !serializer.isImmutableType() ? serializer : null;
        this.questions =
                spec.ordered()
                        ? new OrderedQuestions<>(new ToOutput())
                        : new UnorderedQuestions<>(new ToOutput());
    }

    @SuppressWarnings("OptionalAssignedToNull") // by the program
    private static <P> P orNull(Optional<P> given, AsyncRetryPredicate<?> by, String method) {
        if (given == null) {
            throw new NullPointerException(
                    by.getClass().getName()
                            + "."
                            + method
                            + "() returned null; where there is no predicate, return"
                            + " Optional.empty()");
        }
        return given.orElse(null);
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(this);
    }

    // ---- life ----

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a generic type
    public void initializeState() throws Exception {
        super.initializeState();
        TypeSerializer<Tuple2<Long, I>> elements =
                new TupleSerializer<>(
                        (Class) Tuple2.class,
                        new TypeSerializer<?>[] {LongSerializer.INSTANCE, serializer});
        inFlight = context.operatorState().getListState(new ListStateDescriptor<>(STATE, elements));
        TypeSerializer<Tuple2<Long, Long>> places =
                new TupleSerializer<>(
                        (Class) Tuple2.class,
                        new TypeSerializer<?>[] {LongSerializer.INSTANCE, LongSerializer.INSTANCE});
        nulls = context.operatorState().getListState(new ListStateDescriptor<>(NULLS, places));
        List<Question<I, O>> found = new ArrayList<>();
        for (Tuple2<Long, I> record : inFlight.get()) {
            found.add(new Question<>(record.f1, record.f0));
        }
        for (Tuple2<Long, Long> record : nulls.get()) {
            // With another parallelism the places are those of other lists.
            int place = (int) Math.min(record.f0, found.size());
            found.add(place, new Question<>(null, record.f1));
        }
        restored = found;
    }

    @Override
    public void open() throws Exception {
        super.open();
        for (Question<I, O> question : restored) {
            take(question);
        }
        restored = List.of();
        context.holdInput(isFull());
    }

    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
        super.snapshotState(snapshot);
        List<Question<I, O>> all = new ArrayList<>();
        questions.forEach(all::add);
        for (Object each : line) {
            if (each instanceof Question<?, ?>) {
                all.add(asQuestion(each));
            }
        }
        List<Tuple2<Long, I>> records = new ArrayList<>();
        List<Tuple2<Long, Long>> places = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Question<I, O> question = all.get(i);
            if (question.value == null) { // which most serializers can't write
                places.add(Tuple2.of((long) i, question.timestamp));
            } else {
                records.add(Tuple2.of(question.timestamp, question.value));
            }
        }
        inFlight.update(records);
        nulls.update(places);
    }

    @Override
    public boolean holdsRecords() {
        return questions.size() > 0 || recordsInLine > 0;
    }

    @Override
    public void close() throws Exception {
        closed = true;
        answers.clear();
        super.close();
    }

    // ---- what comes in ----

    @Override
    public void element(I value, long timestamp) throws Exception {
        take(new Question<>(own(value), timestamp));
        context.holdInput(isFull());
    }

    private I own(I value) {
        if (value == null) {
            return null;
        }
        return copiesByClass ? Ownership.copy(value) : copier == null ? value : copier.copy(value);
    }

    private void take(Question<I, O> question) throws Exception {
        if (isFull()) {
            line.add(question);
            recordsInLine++;
        } else {
            ask(question);
        }
    }

    private boolean isFull() {
        return questions.size() >= capacity || !line.isEmpty();
    }

    @Override
    public void watermark(long timestamp) {
        mark(new Questions.Mark(timestamp, null));
    }

    @Override
    public void idle(boolean idle) {
        mark(new Questions.Mark(0, idle));
    }

    private void mark(Questions.Mark mark) {
        if (line.isEmpty()) {
            questions.mark(mark);
        } else if (line.peekLast() instanceof Questions.Mark last && last.isReplacedBy(mark)) {
            line.removeLast();
            line.add(mark);
        } else {
            line.add(mark);
        }
    }

    /** Those that stand in line move up. */
    private void moveUp() throws Exception {
        while (!line.isEmpty()) {
            if (line.peek() instanceof Questions.Mark mark) {
                line.remove();
                questions.mark(mark);
            } else if (questions.size() < capacity) {
                recordsInLine--;
                ask(asQuestion(line.remove()));
            } else {
                break;
            }
        }
        context.holdInput(isFull());
    }

    @SuppressWarnings("unchecked") // what is in line is a mark or a question of this operator's
    private Question<I, O> asQuestion(Object inLine) {
        return (Question<I, O>) inLine;
    }

    // ---- asking ----

    private void ask(Question<I, O> question) throws Exception {
        questions.add(question);
        if (timeoutMs > 0) {
            question.deadlineMs = later(timeoutMs);
            open.add(question);
            setTimer();
        }
        tryOnce(question);
    }

    private void tryOnce(Question<I, O> question) throws Exception {
        question.tries++;
        question.current = new Attempt(question);
        function.asyncInvoke(question.value, question.current);
    }

    private long later(long delayMs) {
        long now = context.clock().millis();
        return now > Long.MAX_VALUE - delayMs ? Long.MAX_VALUE : now + delayMs;
    }

    /** The answers that have come so far. */
    private void takeAnswers() throws Exception {
        told.set(false);
        settleAll();
        moveUp();
    }

    private void settleAll() {
        for (Answer<I, O> answer = answers.poll(); answer != null; answer = answers.poll()) {
            settle(answer);
        }
    }

    private void settle(Answer<I, O> answer) {
        Question<I, O> question = answer.question();
        if (question.isAnswered()) {
            return;
        }
        if (mayTryAgain(question, answer) && isBad(answer)) {
            question.current = null;
            long delayMs = Math.max(0, retries.getBackoffTimeMillis(question.tries));
            context.schedule(later(delayMs), at -> tryAgain(question));
            return;
        }
        if (answer.error() != null) {
            throw new AnswerFailed(question.value, question.tries, answer.error());
        }
        open.remove(question);
        question.answer = answer.result();
        questions.answered(question);
    }

    /** One that came in place of a later try, or after the time was up, is the last. */
    private boolean mayTryAgain(Question<I, O> question, Answer<I, O> answer) {
        return !question.timedOut
                && answer.attempt() == question.current
                && retries.canRetry(question.tries);
    }

    private boolean isBad(Answer<I, O> answer) {
        return answer.error() != null
                ? badError != null && badError.test(answer.error())
                : badResult != null && badResult.test(answer.result());
    }

    private void tryAgain(Question<I, O> question) throws Exception {
        settleAll();
        if (!question.isAnswered()) {
            tryOnce(question);
        }
        moveUp();
    }

    // ---- time ----

    private void setTimer() {
        if (!timerSet && !open.isEmpty()) {
            timerSet = true;
            context.schedule(open.iterator().next().deadlineMs, this::timeIsUp);
        }
    }

    /**
     * @param reached the time that was waited for; the clock shows less where it was set back
     */
    private void timeIsUp(long reached) throws Exception {
        timerSet = false;
        settleAll(); // what has come by now has come in time
        long now = Math.max(reached, context.clock().millis());
        List<Question<I, O>> due = new ArrayList<>();
        for (Iterator<Question<I, O>> oldest = open.iterator(); oldest.hasNext(); ) {
            Question<I, O> question = oldest.next();
            if (question.deadlineMs > now) {
                break;
            }
            oldest.remove();
            due.add(question);
        }
        for (Question<I, O> question : due) {
            question.timedOut = true;
            function.timeout(
                    question.value,
                    question.current == null ? new Attempt(question) : question.current);
        }
        setTimer();
        moveUp();
    }

    /** The future of one try. Completed by any thread; once. */
    private final class Attempt extends OneAnswer<O> {
        private final Question<I, O> question;

        Attempt(Question<I, O> question) {
            this.question = question;
        }

        @Override
        void answered(Collection<O> result, Throwable error) {
            if (closed) {
                return;
            }
            answers.add(new Answer<>(question, this, result, error));
            if (told.compareAndSet(false, true)) {
                context.execute(AsyncWaitOperator.this::takeAnswers);
            }
        }
    }

    private record Answer<I, O>(
            Question<I, O> question, OneAnswer<O> attempt, Collection<O> result, Throwable error) {}

    /** Where answers and marks go when their turn has come. */
    private final class ToOutput implements Questions.Emission<I, O> {
        @Override
        public void answer(Question<I, O> question) {
            for (O each : question.answer) {
                out.collect(each, question.timestamp);
            }
        }

        @Override
        public void mark(Questions.Mark mark) {
            if (mark.idle() == null) {
                out.watermark(mark.watermark());
            } else {
                out.idle(mark.idle());
            }
        }
    }
}
