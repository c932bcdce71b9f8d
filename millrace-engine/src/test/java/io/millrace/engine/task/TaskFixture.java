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
import io.millrace.engine.chain.WatermarkBoard;
import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.exchange.StreamElement.CheckpointBarrier;
import io.millrace.engine.metrics.MetricRegistry;
import io.millrace.engine.metrics.OperatorCounters;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.TaskSnapshot;
import io.millrace.engine.storage.MemoryCheckpointStorage;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Progress;
import io.millrace.engine.worker.Step;
import io.millrace.engine.worker.Workers;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.spi.JobOwner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** A task stepped by hand, with two operators that write down what they are told. */
abstract class TaskFixture {

    static final long NONE = Long.MIN_VALUE;

    /** Everything that happened, in order: to the operators, and what the task told. */
    final List<String> log = new ArrayList<>();

    final Channel[] in = {new Channel(), new Channel()};
    final OutputGate[] sender = {gateTo(in[0]), gateTo(in[1])};
    final Channel out = new Channel();
    final Turned clock = new Turned();
    final FakeWorkers workers = new FakeWorkers();
    final Told told = new Told();
    Logging head = new Logging("head");
    final Logging tail = new Logging("tail");
    TaskSettings settings = new TaskSettings(true, true, true, true, 0);
    Task.Beginning beginning = Task.Beginning.RUNNING;
    InFlightPlace inFlight = InFlightPlace.NONE;
    OutputGate.Overflow overflow =
            ready -> {
                throw new AssertionError("no call emits that much here");
            };
    Task task;

    static OutputGate gateTo(Channel channel) {
        return new OutputGate(
                new Channel[] {channel},
                new Partitioner.Single(),
                null,
                ready -> {
                    throw new AssertionError("the test sends too much");
                });
    }

    // ---- the fakes

    static final class Turned implements Clock {
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
    final class FakeWorkers implements Workers {
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

    final class Told implements TaskListener {
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
        public void flow(TaskKey key, long question, Flow flow) {
            log.add("flow for " + question + ": " + flow);
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
    class Logging implements Operator, Input<Object> {
        final String name;
        String throwAt = "";
        boolean commits;
        boolean countsItsClose;

        /** Records that it keeps until {@link #release}; negative for all. */
        int keeps;

        final Queue<Object> kept = new ArrayDeque<>();
        Object atFinish;
        Object lastWord;

        /** Null where it does not emit what is complete. */
        Object atLastCheckpoint;

        Output<Object> output;
        OperatorContext context;
        Runnable atRecord = () -> {};
        Runnable atWatermark = () -> {};

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
            if (keeps == 0) {
                output.collect(value, timestamp);
            } else {
                kept.add(value);
                context.holdInput(kept.size() == keeps);
            }
        }

        @Override
        public boolean holdsRecords() {
            return !kept.isEmpty();
        }

        /** From whatever thread: has the oldest of what it keeps go on. */
        void release() {
            context.execute(
                    () -> {
                        output.collect(kept.remove(), NONE);
                        context.holdInput(false);
                    });
        }

        @Override
        public void watermark(long timestamp) {
            at("watermark " + timestamp);
            atWatermark.run();
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
        public boolean emitsWhenComplete() {
            return atLastCheckpoint != null;
        }

        @Override
        public void lastCheckpointCompleted() {
            if (atLastCheckpoint != null) {
                output.collect(atLastCheckpoint, NONE);
            }
        }

        @Override
        public void finish() {
            at("finish");
            if (atFinish != null) {
                output.collect(atFinish, NONE);
            }
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
    final class Silent extends Logging {
        Silent() {
            super("head");
        }

        @Override
        public void element(Object value, long timestamp) {
            atRecord.run();
        }
    }

    /** A head without an input. */
    final class Source extends Logging implements SourceOperator {
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

    ChainLink link(TaskContext.Shared shared, Logging operator, ChainLink.Route route) {
        TaskContext context =
                new TaskContext(
                        shared,
                        new OperatorId("0123456789abcdef0123456789abcde" + operator.name.length()),
                        operator.name + "-uid",
                        operator.name,
                        "head -> tail",
                        128,
                        new OperatorCounters(Map.of(), new MetricRegistry(), operator.name, 1),
                        OptionalLong.empty(),
                        new TaskContext.Backends() {
                            @Override
                            public KeyedStateBackend<?> keyed() {
                                return null;
                            }

                            @Override
                            public OperatorStateBackend operator() throws Exception {
                                return new HeapOperatorStateBackend(
                                        operator.name,
                                        "uid",
                                        new ExecutionConfig(),
                                        List.of(),
                                        0,
                                        1);
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

    void build(Channel... inputs) {
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
                        JobOwner.UNKNOWN,
                        new FusedClasses(),
                        new WatermarkBoard());
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
                        new SnapshotWriter(
                                new MemoryCheckpointStorage(), StateCompression.NONE, clock::nanos),
                        workers,
                        told,
                        beginning,
                        null,
                        inFlight);
    }

    /** A task with two channels of one input, running. */
    void start() {
        build(in);
        task.step();
        log.clear();
    }

    Source startSource() {
        Source source = new Source();
        head = source;
        build();
        task.step();
        log.clear();
        return source;
    }

    void send(int channel, Object... elements) {
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
    Progress run() {
        Progress progress = Progress.MADE;
        for (int i = 0; progress == Progress.MADE; i++) {
            assertThat(i).as("steps").isLessThan(100_000);
            progress = task.step();
        }
        return progress;
    }

    /** All that came out since the last call. */
    List<Object> sent() {
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

    List<String> logged() {
        List<String> all = List.copyOf(log);
        log.clear();
        return all;
    }

    void doIo() {
        for (Runnable next = workers.io.poll(); next != null; next = workers.io.poll()) {
            next.run();
        }
    }

    static CheckpointBarrier barrier(long id) {
        return new CheckpointBarrier(SnapshotOrder.checkpoint(id, 50 + id));
    }

    /** Times at which something was called back. */
    static final class ChainTimes {
        final List<Long> all = new ArrayList<>();

        void add(long time) {
            all.add(time);
        }
    }
}
