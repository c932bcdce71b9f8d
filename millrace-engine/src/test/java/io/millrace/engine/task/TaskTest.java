// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.api.common.accumulators.IntCounter;
import io.millrace.core.io.InputStatus;
import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.chain.SourceOperator;
import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.exchange.StreamElement.CancelMarker;
import io.millrace.engine.exchange.StreamElement.CheckpointBarrier;
import io.millrace.engine.exchange.StreamElement.EndOfChannel;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import io.millrace.engine.exchange.StreamElement.Status;
import io.millrace.engine.exchange.StreamElement.Watermark;
import io.millrace.engine.metrics.OperatorCounters;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.state.TaskSnapshot;
import io.millrace.engine.storage.MemoryCheckpointStorage;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Progress;
import io.millrace.engine.worker.Step;
import io.millrace.engine.worker.Workers;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A task stepped by hand, with two operators that write down what they are told. */
class TaskTest {

    private static final long NONE = Long.MIN_VALUE;

    /** Everything that happened, in order: to the operators, and what the task told. */
    private final List<String> log = new ArrayList<>();

    private final Channel[] in = {new Channel(), new Channel()};
    private final OutputGate[] sender = {gateTo(in[0]), gateTo(in[1])};
    private final Channel out = new Channel();
    private final Turned clock = new Turned();
    private final FakeWorkers workers = new FakeWorkers();
    private final Told told = new Told();
    private Logging head = new Logging("head");
    private final Logging tail = new Logging("tail");
    private TaskSettings settings = new TaskSettings(true, true, true, 0);
    private Task.Beginning beginning = Task.Beginning.RUNNING;
    private OutputGate.Overflow overflow =
            ready -> {
                throw new AssertionError("no call emits that much here");
            };
    private Task task;

    private static OutputGate gateTo(Channel channel) {
        return new OutputGate(
                new Channel[] {channel},
                new Partitioner.Single(),
                null,
                ready -> {
                    throw new AssertionError("the test sends too much");
                });
    }

    // ---- the fakes

    private static final class Turned implements Clock {
        long millis = 1000;

        @Override
        public long millis() {
            return millis;
        }

        @Override
        public long nanos() {
            return millis * 1_000_000;
        }
    }

    /** I/O waits until the test does it. */
    private final class FakeWorkers implements Workers {
        final Queue<Runnable> io = new ArrayDeque<>();

        @Override
        public Handle add(Step step, Placement placement) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void io(String what, Runnable work) {
            io.add(work);
        }

        @Override
        public void yieldUntil(Condition ready) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Clock clock() {
            return clock;
        }
    }

    private final class Told implements TaskListener {
        TaskFailure failure;
        TaskSnapshot snapshot;

        @Override
        public void running(TaskKey key) {
            log.add("running");
        }

        @Override
        public void acknowledge(TaskKey key, TaskSnapshot of, boolean afterEnd) {
            snapshot = of;
            log.add("acknowledge " + of.checkpointId() + (afterEnd ? " after the end" : ""));
        }

        @Override
        public void decline(
                TaskKey key, long checkpointId, Decline reason, String operator, Throwable cause) {
            log.add("decline " + checkpointId + " " + reason);
        }

        @Override
        public void endOfData(TaskKey key) {
            log.add("end of data");
        }

        @Override
        public void accumulators(TaskKey key, long question, List<AccumulatorValue> values) {
            log.add(
                    "accumulators "
                            + (question == LAST_WORD ? "at the end" : "for " + question)
                            + values.stream()
                                    .map(v -> " " + v.name() + "=" + v.copy().getLocalValue())
                                    .collect(Collectors.joining()));
        }

        @Override
        public void finished(TaskKey key) {
            log.add("finished");
        }

        @Override
        public void canceled(TaskKey key) {
            log.add("canceled");
        }

        @Override
        public void failed(TaskFailure of) {
            failure = of;
            log.add("failed");
        }

        @Override
        public void toCoordinator(TaskKey key, OperatorId operator, Object event) {
            log.add("to coordinator " + event);
        }
    }

    /** Passes on what comes, and writes down what it is told; can be made to throw at one event. */
    private class Logging implements Operator, Input<Object> {
        final String name;
        String throwAt = "";
        boolean commits;
        boolean countsItsClose;
        Object lastWord;
        Output<Object> output;
        OperatorContext context;
        Runnable atRecord = () -> {};

        Logging(String name) {
            this.name = name;
        }

        void at(String event) {
            log.add(name + " " + event);
            if (event.equals(throwAt)) {
                throw new IllegalStateException("on purpose at " + event);
            }
        }

        @Override
        public List<Input<?>> inputs() {
            return List.of(this);
        }

        @Override
        public void initializeState() {
            at("init");
        }

        @Override
        public void open() {
            at("open");
        }

        @Override
        public void element(Object value, long timestamp) {
            at("record " + value + (timestamp == NONE ? "" : "@" + timestamp));
            atRecord.run();
            output.collect(value, timestamp);
        }

        @Override
        public void watermark(long timestamp) {
            at("watermark " + timestamp);
            output.watermark(timestamp);
        }

        @Override
        public void idle(boolean idle) {
            at(idle ? "idle" : "active");
            output.idle(idle);
        }

        @Override
        public void prepareBarrier(long checkpointId) {
            at("prepare " + checkpointId);
            if (lastWord != null) {
                output.collect(lastWord, NONE);
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            at("snapshot " + context.getCheckpointId());
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            at("complete " + checkpointId);
        }

        @Override
        public void notifyCheckpointAborted(long checkpointId) {
            at("aborted " + checkpointId);
        }

        @Override
        public boolean needsFinalCheckpoint() {
            return commits;
        }

        @Override
        public void finish() {
            at("finish");
        }

        @Override
        public void close() {
            at("close");
            if (countsItsClose) {
                counts(100);
            }
        }

        void counts(int n) {
            context.accumulators().get("n", IntCounter.class, IntCounter::new).add(n);
        }
    }

    /** Keeps what comes, and writes nothing down. */
    private final class Silent extends Logging {
        Silent() {
            super("head");
        }

        @Override
        public void element(Object value, long timestamp) {
            atRecord.run();
        }
    }

    /** A head without an input. */
    private final class Source extends Logging implements SourceOperator {
        final Queue<Object> toEmit = new ArrayDeque<>();
        boolean ends;
        boolean locked;
        boolean lockable = true;
        CompletableFuture<Void> available = new CompletableFuture<>();

        Source() {
            super("head");
        }

        @Override
        public List<Input<?>> inputs() {
            return List.of();
        }

        @Override
        public InputStatus emitNext() {
            Object next = toEmit.poll();
            if (next != null) {
                at("emit " + next);
                output.collect(next, NONE);
                return InputStatus.MORE_AVAILABLE;
            }
            if (ends) {
                return InputStatus.END_OF_INPUT;
            }
            if (available.isDone()) {
                available = new CompletableFuture<>();
            }
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public CompletableFuture<?> available() {
            return available;
        }

        @Override
        public void handleEvent(Object event) {
            at("event " + event);
        }

        @Override
        public boolean tryLock() {
            locked = lockable;
            return lockable;
        }

        @Override
        public void unlock() {
            locked = false;
        }

        @Override
        public void cancel() {
            at("cancel");
        }
    }

    // ---- building and driving

    private ChainLink link(TaskContext.Shared shared, Logging operator, ChainLink.Route route) {
        TaskContext context =
                new TaskContext(
                        shared,
                        new OperatorId("0123456789abcdef0123456789abcde" + operator.name.length()),
                        operator.name + "-uid",
                        operator.name,
                        128,
                        new OperatorCounters(Map.of()),
                        OptionalLong.empty(),
                        new TaskContext.Backends() {
                            @Override
                            public KeyedStateBackend<?> keyed() {
                                return null;
                            }

                            @Override
                            public OperatorStateBackend operator() throws Exception {
                                return new HeapOperatorStateBackend(
                                        operator.name, "uid", new ExecutionConfig(), List.of(), 0, 1);
                            }
                        });
        return new ChainLink(
                context,
                (own, output) -> {
                    operator.output = output;
                    operator.context = own;
                    return operator;
                },
                false,
                List.of(route));
    }

    private void build(Channel... inputs) {
        TaskContext.Shared shared =
                new TaskContext.Shared(
                        new JobID(1, 2),
                        "job",
                        new TaskKey(3, 1, 0),
                        "head -> tail (2/2)",
                        2,
                        new ExecutionConfig(),
                        getClass().getClassLoader(),
                        clock,
                        true,
                        new FusedClasses());
        OutputGate gate =
                new OutputGate(
                        new Channel[] {out},
                        new Partitioner.Single(),
                        null,
                        ready -> overflow.awaitRoom(ready));
        task =
                new Task(
                        shared,
                        settings,
                        List.of(
                                link(shared, head, new ChainLink.Route(null, 1, null, null)),
                                link(shared, tail, new ChainLink.Route(null, -1, gate, null))),
                        new InputGate(inputs, new int[inputs.length]),
                        inputs.length == 0 ? 0 : 1,
                        new SnapshotWriter(new MemoryCheckpointStorage(), clock::nanos),
                        workers,
                        told,
                        beginning);
    }

    /** A task with two channels of one input, running. */
    private void start() {
        build(in);
        task.step();
        log.clear();
    }

    private Source startSource() {
        Source source = new Source();
        head = source;
        build();
        task.step();
        log.clear();
        return source;
    }

    private void send(int channel, Object... elements) {
        for (Object element : elements) {
            if (element instanceof StreamElement control) {
                sender[channel].broadcast(control);
            } else {
                sender[channel].record(element, NONE);
            }
        }
        sender[channel].flush();
    }

    /** Steps until there is nothing to do. */
    private Progress run() {
        Progress progress = Progress.MADE;
        for (int i = 0; progress == Progress.MADE; i++) {
            assertThat(i).as("steps").isLessThan(100_000);
            progress = task.step();
        }
        return progress;
    }

    /** All that came out since the last call. */
    private List<Object> sent() {
        List<Object> all = new ArrayList<>();
        for (StreamElement next = out.poll(); next != null; next = out.poll()) {
            if (next instanceof Batch batch) {
                for (int i = 0; i < batch.size(); i++) {
                    all.add(batch.value(i));
                }
            } else {
                all.add(next);
            }
        }
        return all;
    }

    private List<String> logged() {
        List<String> all = List.copyOf(log);
        log.clear();
        return all;
    }

    private void doIo() {
        for (Runnable next = workers.io.poll(); next != null; next = workers.io.poll()) {
            next.run();
        }
    }

    private static CheckpointBarrier barrier(long id) {
        return new CheckpointBarrier(id, 50 + id);
    }

    // ---- beginning and the usual road

    @Test
    void it_opens_its_operators_tail_first_and_then_says_that_it_runs() {
        build(in);
        assertThat(task.step()).isEqualTo(Progress.MADE);
        assertThat(logged())
                .containsExactly("tail init", "tail open", "head init", "head open", "running");
        assertThat(task.step()).isEqualTo(Progress.NONE);
    }

    @Test
    void records_go_through_the_chain_and_out() {
        start();
        send(0, 1, 2);
        send(1, 3);

        assertThat(run()).isEqualTo(Progress.NONE);

        assertThat(sent()).containsExactly(1, 2, 3);
        assertThat(logged())
                .startsWith("head record 1", "tail record 1", "head record 2", "tail record 2");
    }

    @Test
    void the_watermark_is_the_smallest_of_the_channels_and_comes_after_the_records_before_it() {
        start();
        send(0, 1, new Watermark(10));
        send(1, 2, new Watermark(7), 3);
        run();

        assertThat(sent()).containsExactly(1, 2, new Watermark(7), 3);
    }

    @Test
    void idleness_is_passed_on_when_all_channels_are_idle_and_when_one_comes_back() {
        start();
        send(0, new Watermark(5), new Status(true));
        send(1, new Watermark(4), new Status(true), new Status(false));
        run();

        assertThat(sent())
                .containsExactly(
                        new Watermark(4), new Watermark(5), new Status(true), new Status(false));
    }

    /** Emits until no more fits; how many records that were. */
    private int sendUntilBlocked(int channel) {
        int records = 0;
        sender[channel].drain();
        while (!sender[channel].isBlocked()) {
            sender[channel].record("r", NONE);
            records++;
        }
        return records;
    }

    @Test
    void what_is_on_its_way_to_it_is_little_when_its_records_take_long_and_much_when_they_do_not() {
        head = new Silent();
        start();
        sendUntilBlocked(0);
        sendUntilBlocked(1);
        for (int i = 0; i < 200; i++) {
            run();
            sendUntilBlocked(0);
        }
        run();
        sender[0].drain();
        run();
        assertThat(sendUntilBlocked(0)).isGreaterThan(10_000);

        head.atRecord = () -> clock.millis += 2;
        for (int i = 0; i < 200; i++) {
            run();
            sendUntilBlocked(0);
        }
        run();
        sender[0].drain();
        run();
        assertThat(sendUntilBlocked(0))
                .as("and half of them are the other channel's")
                .isLessThan(40);
    }

    @Test
    void a_letter_is_opened_between_two_records_of_a_batch() {
        start();
        head.atRecord =
                () -> {
                    if (log.contains("head record 1") && !log.contains("head record 2")) {
                        task.mailbox().post(new Letter.CheckpointComplete(9));
                    }
                };
        send(0, 1, 2, 3);
        run();

        assertThat(logged())
                .containsExactly(
                        "head record 1",
                        "tail record 1",
                        "tail complete 9",
                        "head complete 9",
                        "head record 2",
                        "tail record 2",
                        "head record 3",
                        "tail record 3");
    }

    @Test
    void with_a_full_output_it_takes_no_input() {
        start();
        for (int i = 0; out.offer(new Watermark(i)); i++) {
            assertThat(i).isLessThan(Channel.CAPACITY);
        }
        send(0, 1);
        assertThat(run()).as("its batch finds the channel full").isEqualTo(Progress.BLOCKED);
        logged();
        send(0, 2);

        assertThat(run()).isEqualTo(Progress.BLOCKED);
        assertThat(logged()).isEmpty();

        sent();
        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(sent()).containsExactly(1, 2);
    }

    @Test
    void callbacks_are_called_when_their_time_has_come_and_not_before() {
        start();
        ChainTimes times = new ChainTimes();
        task.schedule(1005, "head", null, times::add);
        task.schedule(1003, "head", null, times::add);
        assertThat(task.wakeAtMs()).isEqualTo(1003);
        run();
        assertThat(times.all).isEmpty();

        clock.millis = 1004;
        run();
        assertThat(times.all).containsExactly(1003L);
        clock.millis = 1010;
        run();
        assertThat(times.all).containsExactly(1003L, 1005L);
        assertThat(task.wakeAtMs()).isEqualTo(Long.MAX_VALUE);
    }

    private static final class ChainTimes {
        final List<Long> all = new ArrayList<>();

        void add(long time) {
            all.add(time);
        }
    }

    // ---- checkpoints

    @Test
    void the_barrier_goes_out_before_the_snapshot_and_after_what_operators_emit_for_it() {
        start();
        tail.lastWord = "last";
        send(0, 1, barrier(1), 2);
        send(1, 3, barrier(1));
        run();

        assertThat(sent()).containsExactly(1, 3, "last", barrier(1), 2);
        assertThat(log)
                .containsSubsequence(
                        "head prepare 1",
                        "tail prepare 1",
                        "tail snapshot 1",
                        "head snapshot 1",
                        "head record 2");
        assertThat(log).doesNotContain("acknowledge 1");

        doIo();
        assertThat(log).endsWith("acknowledge 1");
        assertThat(told.snapshot.vertex()).isEqualTo(3);
        assertThat(told.snapshot.subtask()).isEqualTo(1);
        assertThat(told.snapshot.operators()).hasSize(2);
    }

    @DisplayName("C01: records that follow the barrier on the faster input wait for the cut")
    @Test
    void c01() {
        start();
        send(0, 1, barrier(1), 2, 3);
        send(1, 10);
        run();
        assertThat(sent()).containsExactly(1, 10);

        send(1, 11, barrier(1));
        run();
        assertThat(sent()).containsExactly(11, barrier(1), 2, 3);
    }

    @DisplayName("C09: after an abort the barriers of the next checkpoint find a clean gate")
    @Test
    void c09() {
        start();
        send(0, barrier(1), 1);
        run();
        assertThat(sent()).isEmpty();

        task.mailbox().post(new Letter.CheckpointAborted(1));
        run();
        assertThat(sent()).containsExactly(new CancelMarker(1), 1);
        assertThat(log).contains("tail aborted 1", "head aborted 1");

        send(1, barrier(1), 2, barrier(2));
        send(0, barrier(2));
        run();
        assertThat(sent()).containsExactly(2, barrier(2));
        doIo();
        assertThat(log).contains("acknowledge 2").doesNotContain("acknowledge 1");
    }

    @Test
    void a_newer_barrier_gives_the_older_checkpoint_up_and_says_so() {
        start();
        send(0, barrier(1), barrier(2));
        run();
        send(1, barrier(2));
        run();

        assertThat(sent()).containsExactly(new CancelMarker(1), barrier(2));
        assertThat(log).contains("decline 1 SUBSUMED");
    }

    @Test
    void a_cancel_marker_declines_and_is_passed_on() {
        start();
        send(0, barrier(1));
        send(1, new CancelMarker(1), 5);
        run();

        assertThat(sent()).containsExactly(new CancelMarker(1), 5);
        assertThat(log).contains("decline 1 CANCEL_MARKER");
    }

    @DisplayName(
            "C07: an exception in the synchronous part fails the task, and names operator and checkpoint")
    @Test
    void c07() {
        start();
        tail.throwAt = "snapshot 1";
        send(0, barrier(1));
        send(1, barrier(1));

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log).endsWith("failed").contains("head close", "tail close");
        assertThat(told.failure.operator()).isEqualTo("tail");
        assertThat(told.failure.uid()).isEqualTo("tail-uid");
        assertThat(told.failure.cause())
                .hasMessageContaining("'tail'")
                .hasMessageContaining("checkpoint 1")
                .hasRootCauseMessage("on purpose at snapshot 1");
    }

    @Test
    void where_snapshot_errors_are_tolerated_it_declines_and_goes_on() {
        settings = new TaskSettings(true, true, false, 0);
        start();
        tail.throwAt = "snapshot 1";
        send(0, barrier(1), 1, barrier(2));
        send(1, barrier(1), barrier(2));
        run();
        doIo();

        assertThat(log).contains("decline 1 SYNCHRONOUS_FAILURE", "acknowledge 2");
        assertThat(sent())
                .as("the barrier is out already")
                .containsExactly(barrier(1), 1, barrier(2));
    }

    @Test
    void barriers_up_to_the_restored_checkpoint_are_ignored() {
        settings = new TaskSettings(true, true, true, 6);
        start();
        send(0, barrier(6), 1);
        run();
        assertThat(sent()).containsExactly(1);
    }

    @Test
    void an_older_completion_is_not_told_after_a_newer_one() {
        start();
        task.mailbox().post(new Letter.CheckpointComplete(4));
        task.mailbox().post(new Letter.CheckpointComplete(3));
        run();

        assertThat(logged()).containsExactly("tail complete 4", "head complete 4");
    }

    // ---- the end

    @Test
    void at_the_end_of_all_channels_it_finishes_head_first_and_closes_tail_first() {
        start();
        send(0, 1, new Watermark(Long.MAX_VALUE), new EndOfData(), new EndOfChannel());
        run();
        assertThat(log).doesNotContain("head finish");
        send(1, new Watermark(Long.MAX_VALUE), new EndOfData(), new EndOfChannel());

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log)
                .containsSubsequence(
                        "head watermark " + Long.MAX_VALUE,
                        "head finish",
                        "tail finish",
                        "end of data",
                        "tail close",
                        "head close",
                        "finished");
        assertThat(sent())
                .containsExactly(
                        1, new Watermark(Long.MAX_VALUE), new EndOfData(), new EndOfChannel());
    }

    @Test
    void one_ended_channel_no_longer_counts_for_barriers() {
        start();
        send(0, new EndOfData(), new EndOfChannel());
        send(1, barrier(1), 1);
        run();
        doIo();

        assertThat(sent()).containsExactly(barrier(1), 1);
        assertThat(log).contains("acknowledge 1");
    }

    @Test
    void what_is_due_after_the_end_of_the_data_never_fires() {
        tail.commits = true;
        start();
        ChainTimes times = new ChainTimes();
        task.schedule(2000, "head", null, times::add);
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfData());
        }
        run();
        clock.millis = 5000;

        assertThat(task.wakeAtMs()).isEqualTo(Long.MAX_VALUE);
        run();
        assertThat(times.all).isEmpty();
    }

    @DisplayName(
            "CK-61: a task that commits stays until a checkpoint that began after its end has completed")
    @Test
    void finalCheckpoint() {
        tail.commits = true;
        start();
        send(0, barrier(1), new EndOfData(), new EndOfChannel());
        send(1, barrier(1), new EndOfData(), new EndOfChannel());
        assertThat(run()).isEqualTo(Progress.NONE);
        doIo();
        task.mailbox().post(new Letter.CheckpointComplete(1)); // it began before the end
        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(log).contains("tail complete 1").doesNotContain("finished");

        task.mailbox().post(new Letter.TriggerCheckpoint(2, 52)); // no barrier can come any more
        run();
        doIo();
        assertThat(log).contains("acknowledge 2 after the end").doesNotContain("finished");
        task.mailbox().post(new Letter.CheckpointComplete(2));
        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log).containsSubsequence("tail complete 2", "tail close", "finished");
        assertThat(sent())
                .containsExactly(
                        barrier(1),
                        new EndOfData(),
                        new CheckpointBarrier(2, 52),
                        new EndOfChannel());
    }

    @Test
    void barriers_pass_through_between_the_end_of_data_and_the_end_of_the_channel() {
        tail.commits = true;
        start();
        send(0, new EndOfData(), barrier(1));
        send(1, new EndOfData(), barrier(1));
        run();
        doIo();

        assertThat(sent()).containsExactly(new EndOfData(), barrier(1));
        assertThat(log).contains("acknowledge 1 after the end");
        task.mailbox().post(new Letter.CheckpointComplete(1));
        assertThat(run()).as("the senders have not ended yet").isEqualTo(Progress.NONE);
        send(0, new EndOfChannel());
        send(1, new EndOfChannel());
        assertThat(run()).isEqualTo(Progress.DONE);
    }

    @Test
    void without_checkpoints_nobody_waits_for_one() {
        settings = new TaskSettings(false, true, true, 0);
        tail.commits = true;
        start();
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfData(), new EndOfChannel());
        }
        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(log).endsWith("finished");
    }

    @Test
    void a_subtask_that_was_gone_in_the_restored_checkpoint_ends_at_once_and_opens_nothing() {
        beginning = Task.Beginning.FINISHED;
        build(in);

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log).containsExactly("running", "finished");
        assertThat(sent())
                .containsExactly(
                        new Watermark(Long.MAX_VALUE), new EndOfData(), new EndOfChannel());
    }

    @Test
    void a_subtask_that_had_ended_gets_its_state_and_does_not_finish_again() {
        beginning = Task.Beginning.ENDED;
        tail.commits = true;
        build(in);
        run();

        assertThat(log)
                .contains("tail init", "tail open", "end of data")
                .doesNotContain("tail finish");
        assertThat(sent()).containsExactly(new Watermark(Long.MAX_VALUE), new EndOfData());
    }

    // ---- failure and cancel

    @Test
    void what_an_operator_throws_ends_the_task_and_is_told_with_its_name() {
        start();
        tail.throwAt = "record 2";
        send(0, 1, 2, 3);

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log).containsSubsequence("tail record 2", "tail close", "head close", "failed");
        assertThat(log).doesNotContain("head record 3", "head finish");
        assertThat(told.failure.operator()).isEqualTo("tail");
        assertThat(told.failure.taskName()).isEqualTo("head -> tail (2/2)");
        assertThat(told.failure.cause()).hasRootCauseMessage("on purpose at record 2");
        assertThat(task.step()).isEqualTo(Progress.DONE);
    }

    @Test
    void a_failure_to_open_closes_what_was_made() {
        head.throwAt = "open";
        build(in);

        assertThat(task.step()).isEqualTo(Progress.DONE);

        assertThat(log)
                .containsSubsequence("head open", "tail close", "failed")
                .doesNotContain("running");
        assertThat(log).contains("head close");
    }

    @Test
    void a_second_failure_while_closing_is_kept_with_the_first() {
        start();
        tail.throwAt = "record 1";
        send(0, 1);
        head.throwAt = "close";
        run();

        assertThat(told.failure.operator()).isEqualTo("tail");
        assertThat(told.failure.cause().getSuppressed()).hasSize(1);
    }

    @Test
    void when_it_is_cancelled_it_closes_and_does_not_finish() {
        start();
        send(0, 1, 2, 3);
        head.atRecord = () -> task.mailbox().requestCancel();

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(logged())
                .containsExactly(
                        "head record 1", "tail record 1", "tail close", "head close", "canceled");
    }

    @Test
    void a_task_cancelled_before_it_began_opens_nothing() {
        build(in);
        task.mailbox().requestCancel();

        assertThat(task.step()).isEqualTo(Progress.DONE);
        assertThat(log).containsExactly("canceled");
    }

    @Test
    void what_looks_like_a_cancel_and_is_none_is_a_failure() {
        start();
        head.atRecord =
                () -> {
                    throw new TaskCancelled();
                };
        send(0, 1);
        run();

        assertThat(log).contains("failed").doesNotContain("canceled");
    }

    @Test
    void what_is_thrown_because_of_a_cancel_is_no_failure() {
        start();
        head.atRecord =
                () -> {
                    task.mailbox().requestCancel();
                    throw new IllegalStateException("interrupted, perhaps");
                };
        send(0, 1);
        run();

        assertThat(log).contains("canceled").doesNotContain("failed");
    }

    // ---- sources

    @Test
    void a_source_at_the_head_is_asked_for_records_until_it_has_none() {
        Source source = startSource();
        source.toEmit.addAll(List.of(1, 2));

        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(sent()).containsExactly(1, 2);
        source.toEmit.add(3);
        assertThat(run()).as("it has said that it will call").isEqualTo(Progress.NONE);
        assertThat(sent()).isEmpty();

        source.available.complete(null);
        run();
        assertThat(sent()).containsExactly(3);
    }

    @Test
    void a_source_takes_its_snapshot_between_two_records_when_told_by_letter() {
        Source source = startSource();
        source.toEmit.addAll(List.of(1, 2, 3));
        tail.atRecord =
                () -> {
                    if (!log.contains("tail record 2")) {
                        task.mailbox().post(new Letter.TriggerCheckpoint(1, 51));
                    }
                };
        run();

        assertThat(sent()).containsExactly(1, barrier(1), 2, 3);
        assertThat(source.locked).isFalse();
    }

    @Test
    void a_source_with_a_thread_of_its_own_is_waited_for_and_emits_meanwhile() {
        Source source = startSource();
        source.lockable = false;
        source.toEmit.add(1);
        task.mailbox().post(new Letter.TriggerCheckpoint(1, 51));
        run();
        assertThat(sent()).containsExactly(1);

        source.lockable = true;
        source.available.complete(null);
        run();
        assertThat(sent()).containsExactly(barrier(1));
    }

    @Test
    void at_the_end_of_a_source_event_time_ends_before_the_data_does() {
        Source source = startSource();
        source.toEmit.add(1);
        source.ends = true;

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(sent())
                .containsExactly(
                        1,
                        new Status(false),
                        new Watermark(Long.MAX_VALUE),
                        new EndOfData(),
                        new EndOfChannel());
        assertThat(log)
                .containsSubsequence(
                        "tail watermark " + Long.MAX_VALUE, "head finish", "tail finish");
    }

    @Test
    void an_event_from_the_coordinator_reaches_the_source() {
        startSource();
        task.mailbox().post(new Letter.SourceEvent("splits"));
        run();
        assertThat(log).contains("head event splits");
    }

    @Test
    void a_cancelled_source_is_told_to_cancel_before_it_is_closed() {
        startSource();
        task.mailbox().requestCancel();
        run();
        assertThat(logged()).containsExactly("head cancel", "tail close", "head close", "canceled");
    }

    @Test
    void checkpoints_after_the_end_may_be_off_and_are_declined_then() {
        settings = new TaskSettings(true, false, true, 0);
        start();
        send(0, new EndOfData(), barrier(1));
        send(1, new EndOfData(), barrier(1));
        run();

        assertThat(log).contains("decline 1 END_OF_INPUT");
        assertThat(sent()).containsExactly(new EndOfData(), new CancelMarker(1));
    }

    @Test
    void a_call_that_waits_for_room_ends_when_the_task_is_cancelled() {
        overflow =
                ready -> {
                    task.mailbox().requestCancel();
                    throw new TaskCancelled();
                };
        start();
        head.atRecord =
                () -> {
                    for (int i = 0; i < 1_000_000; i++) {
                        tail.output.collect(i, NONE);
                    }
                };
        send(0, 1);

        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(log).endsWith("canceled");
    }

    // ---- accumulators

    @Test
    void how_accumulators_stand_is_told_between_two_records_and_is_a_copy() {
        start();
        head.atRecord =
                () -> {
                    head.counts(1);
                    head.atRecord = () -> head.counts(1);
                    task.mailbox().post(new Letter.TellAccumulators(8));
                };
        tail.counts(5);
        send(0, "a", "b");
        run();

        assertThat(logged())
                .containsExactly(
                        "head record a",
                        "tail record a",
                        "accumulators for 8 n=1 n=5",
                        "head record b",
                        "tail record b");
    }

    @Test
    void the_code_of_a_source_does_not_run_while_its_accumulators_are_copied() {
        Source source = startSource();
        source.counts(2);
        source.lockable = false;
        task.mailbox().post(new Letter.TellAccumulators(1));
        run();
        assertThat(logged()).isEmpty();

        source.lockable = true;
        run();
        assertThat(logged()).containsExactly("accumulators for 1 n=2");
        assertThat(source.locked).isFalse();
    }

    @Test
    void the_last_word_on_accumulators_comes_after_close_and_before_the_news_of_the_end() {
        start();
        head.counts(3);
        tail.countsItsClose = true;
        send(0, new EndOfData(), new EndOfChannel());
        send(1, new EndOfData(), new EndOfChannel());
        run();

        assertThat(logged())
                .endsWith(
                        "tail close",
                        "head close",
                        "accumulators at the end n=3 n=100",
                        "finished");
    }

    @Test
    void a_task_that_fails_tells_what_it_had_counted() {
        head.throwAt = "record b";
        start();
        head.atRecord = () -> head.counts(1);
        send(0, "a", "b");
        run();

        assertThat(logged())
                .endsWith("tail close", "head close", "accumulators at the end n=1", "failed");
    }
}
