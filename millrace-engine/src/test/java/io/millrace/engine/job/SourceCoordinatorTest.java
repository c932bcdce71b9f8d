// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.engine.chain.SourceLetter;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Progress;
import io.millrace.engine.worker.Step;
import io.millrace.engine.worker.Workers;
import io.millrace.metrics.MetricGroup;
import io.millrace.spi.HearsJobEnd;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SourceCoordinatorTest {

    private final FakeWorkers workers = new FakeWorkers();
    private final List<String> letters = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final Queue<String> open = new ArrayDeque<>(List.of("a", "b", "c"));
    private SplitEnumeratorContext<Split> enumeratorContext;
    private Runnable onStart = () -> {};
    private byte[] taken;
    private boolean failOnSnapshotError = true;
    private RuntimeException atSnapshot;
    private RuntimeException atClose;

    private SourceCoordinator begin(byte[] restored) {
        SourceCoordinator coordinator =
                new SourceCoordinator(
                        "numbers",
                        new QueueSource(),
                        2,
                        restored,
                        failOnSnapshotError,
                        getClass().getClassLoader(),
                        workers,
                        metrics(),
                        (subtask, letter) -> letters.add(subtask + " " + describe(letter)),
                        new SourceCoordinator.Listener() {
                            @Override
                            public void failed(Throwable cause) {
                                failures.add(cause);
                            }

                            @Override
                            public void backlog(boolean behind) {
                                calls.add("behind: " + behind);
                            }

                            @Override
                            public void ended() {
                                calls.add("ended");
                            }
                        });
        coordinator.begin();
        run(coordinator);
        return coordinator;
    }

    private static MetricGroup metrics() {
        return (MetricGroup)
                Proxy.newProxyInstance(
                        MetricGroup.class.getClassLoader(),
                        new Class<?>[] {MetricGroup.class},
                        (proxy, method, args) -> null);
    }

    private static String describe(SourceLetter.ToReader letter) {
        if (letter instanceof SourceLetter.AddSplits add) {
            return "add "
                    + add.splits().stream()
                            .map(split -> new String(split.content(), StandardCharsets.UTF_8))
                            .toList();
        }
        return letter.getClass().getSimpleName();
    }

    private static Progress run(SourceCoordinator coordinator) {
        Progress progress = coordinator.step();
        while (progress == Progress.MADE) {
            progress = coordinator.step();
        }
        return progress;
    }

    private SourceCoordinator.SnapshotCallback then(Consumer<byte[]> done) {
        return new SourceCoordinator.SnapshotCallback() {
            @Override
            public void taken(long checkpointId, byte[] state) {
                done.accept(state);
            }

            @Override
            public void notTaken(long checkpointId, Throwable cause) {
                letters.add("not taken " + checkpointId + ": " + cause.getMessage());
            }
        };
    }

    private List<String> take() {
        List<String> now = new ArrayList<>(letters);
        letters.clear();
        return now;
    }

    private void request(SourceCoordinator coordinator, int subtask) {
        coordinator.receive(new SourceLetter.RequestSplit(subtask, "localhost"));
        run(coordinator);
    }

    private SourceCoordinator withReaders() {
        SourceCoordinator coordinator = begin(null);
        coordinator.receive(new SourceLetter.RegisterReader(0, "localhost"));
        coordinator.receive(new SourceLetter.RegisterReader(1, "localhost"));
        run(coordinator);
        return coordinator;
    }

    @Test
    void readersRegisterAndGetSplitsUntilThereAreNoMore() {
        SourceCoordinator coordinator = withReaders();
        for (int i = 0; i < 4; i++) {
            request(coordinator, i % 2);
        }
        assertThat(calls).containsExactly("start", "reader 0", "reader 1");
        assertThat(letters)
                .containsExactly("0 add [a]", "1 add [b]", "0 add [c]", "1 NoMoreSplits");
    }

    @Test
    void lettersAreKeptBackFromTheSnapshotUntilTheTriggersAreOut() {
        SourceCoordinator coordinator = withReaders();
        request(coordinator, 0);
        coordinator.snapshot(7, then(state -> taken = state));
        request(coordinator, 1);
        assertThat(take()).containsExactly("0 add [a]");
        letters.add("trigger 7");
        coordinator.reopen(7);
        run(coordinator);
        request(coordinator, 0);
        assertThat(take()).containsExactly("trigger 7", "1 add [b]", "0 add [c]");

        // What the snapshot holds is exactly what came behind the trigger.
        open.clear();
        SourceCoordinator restored = begin(taken);
        restored.receive(new SourceLetter.RegisterReader(0, "localhost"));
        request(restored, 0);
        request(restored, 0);
        request(restored, 0);
        assertThat(take()).containsExactly("0 add [b]", "0 add [c]", "0 NoMoreSplits");
    }

    @Test
    void aBacklogIsPassedOn() {
        onStart = () -> enumeratorContext.setIsProcessingBacklog(true);
        SourceCoordinator coordinator = begin(null);
        enumeratorContext.setIsProcessingBacklog(false);
        run(coordinator);
        assertThat(calls).containsExactly("start", "behind: true", "behind: false");
    }

    @Test
    void aSecondSnapshotWaitsForTheFirstToReopen() {
        SourceCoordinator coordinator = withReaders();
        coordinator.snapshot(7, then(state -> letters.add("taken 7")));
        request(coordinator, 0);
        coordinator.snapshot(8, then(state -> letters.add("taken 8")));
        request(coordinator, 1);
        assertThat(take()).containsExactly("taken 7");
        coordinator.reopen(7);
        run(coordinator);
        assertThat(take()).containsExactly("0 add [a]", "1 add [b]", "taken 8");
        request(coordinator, 0);
        assertThat(take()).isEmpty();
        coordinator.reopen(8);
        run(coordinator);
        assertThat(take()).containsExactly("0 add [c]");
    }

    @Test
    void aSnapshotThatIsGivenUpWhileItWaitsIsNotTaken() {
        SourceCoordinator coordinator = withReaders();
        coordinator.snapshot(7, then(state -> letters.add("taken 7")));
        coordinator.snapshot(8, then(state -> letters.add("taken 8")));
        coordinator.reopen(8);
        coordinator.reopen(7);
        request(coordinator, 0);
        assertThat(take()).containsExactly("taken 7", "0 add [a]");
    }

    @Test
    void aSnapshotThatFailsFailsTheSource() {
        SourceCoordinator coordinator = withReaders();
        atSnapshot = new IllegalStateException("lost");
        coordinator.snapshot(7, then(state -> letters.add("taken 7")));
        assertThat(run(coordinator)).isEqualTo(Progress.DONE);
        assertThat(take()).isEmpty();
        assertThat(failures)
                .singleElement()
                .satisfies(
                        failure ->
                                assertThat(failure)
                                        .hasMessageContaining("'numbers'")
                                        .hasRootCauseMessage("lost"));
    }

    @Test
    void whereThatIsNoFailureOfTheSourceASnapshotThatFailsIsDeclinedAndNothingIsKeptBack() {
        failOnSnapshotError = false;
        SourceCoordinator coordinator = withReaders();
        atSnapshot = new IllegalStateException("lost");
        coordinator.snapshot(7, then(state -> letters.add("taken 7")));
        request(coordinator, 0);
        assertThat(take())
                .containsExactly(
                        "not taken 7: The split enumerator of source 'numbers' could not say where"
                                + " it stands: java.lang.IllegalStateException: lost",
                        "0 add [a]");
        coordinator.reopen(7);
        atSnapshot = null;
        coordinator.snapshot(8, then(state -> letters.add("taken 8")));
        request(coordinator, 1);
        assertThat(take()).containsExactly("taken 8");
        assertThat(failures).isEmpty();
    }

    @Test
    void aDeclinedSnapshotDoesNotHoldUpTheOneBehindIt() {
        failOnSnapshotError = false;
        SourceCoordinator coordinator = withReaders();
        coordinator.snapshot(7, then(state -> letters.add("taken 7")));
        run(coordinator);
        atSnapshot = new IllegalStateException("lost");
        coordinator.snapshot(
                8,
                new SourceCoordinator.SnapshotCallback() {
                    @Override
                    public void taken(long checkpointId, byte[] state) {
                        letters.add("taken 8");
                    }

                    @Override
                    public void notTaken(long checkpointId, Throwable cause) {
                        letters.add("not taken 8");
                        atSnapshot = null;
                    }
                });
        coordinator.snapshot(9, then(state -> letters.add("taken 9")));
        coordinator.reopen(7);
        run(coordinator);
        assertThat(take()).containsExactly("taken 7", "not taken 8", "taken 9");
    }

    @Test
    void anAsynchronousCallsResultIsHandledInTheStep() {
        SourceCoordinator coordinator = withReaders();
        enumeratorContext.callAsync(
                () -> "found", (result, failure) -> calls.add("handled " + result));
        workers.runIo();
        assertThat(calls).doesNotContain("handled found");
        run(coordinator);
        assertThat(calls).contains("handled found");
    }

    @Test
    void aPeriodicCallComesByTheClockAndNeverTwiceAtATime() {
        onStart =
                () ->
                        enumeratorContext.callAsync(
                                () -> "found",
                                (result, failure) -> calls.add("at " + workers.millis),
                                10,
                                100);
        SourceCoordinator coordinator = begin(null);
        assertThat(coordinator.wakeAtMs()).isEqualTo(1_010);
        workers.millis = 1_010;
        run(coordinator);
        assertThat(coordinator.wakeAtMs()).isEqualTo(Long.MAX_VALUE);
        workers.runIo();
        run(coordinator);
        assertThat(coordinator.wakeAtMs()).isEqualTo(1_110);
        workers.millis = 1_500; // late
        run(coordinator);
        workers.runIo();
        run(coordinator);
        assertThat(calls).containsExactly("start", "at 1010", "at 1500");
        assertThat(coordinator.wakeAtMs()).isEqualTo(1_510);
    }

    @Test
    void aFailureIsToldOnceNamesTheSourceAndEndsTheStep() {
        onStart =
                () -> {
                    throw new IllegalStateException("no such directory");
                };
        SourceCoordinator coordinator = begin(null);
        assertThat(failures)
                .singleElement()
                .satisfies(
                        failure ->
                                assertThat(failure)
                                        .hasMessageContaining("'numbers'")
                                        .hasMessageContaining("no such directory")
                                        .hasRootCauseInstanceOf(IllegalStateException.class));
        assertThat(coordinator.step()).isEqualTo(Progress.DONE);
        assertThat(calls).containsExactly("start", "close", "ended");
    }

    @Test
    void anAssignmentToAReaderThatIsNotThereIsAnError() {
        SourceCoordinator coordinator = begin(null);
        request(coordinator, 1);
        assertThat(failures)
                .singleElement()
                .satisfies(
                        failure ->
                                assertThat(failure)
                                        .hasMessageContaining("subtask 1")
                                        .hasMessageContaining("not registered"));
    }

    @Test
    void noticesAndEventsReachTheEnumeratorAndCloseEndsIt() {
        SourceCoordinator coordinator = withReaders();
        coordinator.notifyCheckpointComplete(4);
        coordinator.notifyCheckpointAborted(5);
        SourceEvent event =
                new SourceEvent() {
                    private static final long serialVersionUID = 1L;
                };
        coordinator.receive(new SourceLetter.SourceEventToCoordinator(1, event));
        run(coordinator);
        coordinator.close(() -> false);
        assertThat(run(coordinator)).isEqualTo(Progress.DONE);
        assertThat(calls)
                .containsExactly(
                        "start",
                        "reader 0",
                        "reader 1",
                        "complete 4",
                        "aborted 5",
                        "event from 1",
                        "close",
                        "ended");
        assertThat(failures).isEmpty();
    }

    @Test
    void anEnumeratorHearsBeforeItIsClosedThatTheJobIsDone() {
        SourceCoordinator coordinator = withReaders();
        coordinator.close(() -> true);
        coordinator.close(() -> false); // it has been told already
        run(coordinator);
        assertThat(calls).endsWith("job ends", "close", "ended");
    }

    @Test
    void anEnumeratorThatFailsHearsNoEndOfTheJob() {
        SourceCoordinator coordinator = begin(null);
        request(coordinator, 1);
        coordinator.close(() -> true);
        run(coordinator);
        assertThat(failures).hasSize(1);
        assertThat(calls).containsExactly("start", "close", "ended");
    }

    @Test
    void whatFailsWhileItIsClosedIsNoFailureOfTheJob() {
        atClose = new IllegalStateException("the broker is gone");
        SourceCoordinator coordinator = withReaders();
        coordinator.close(() -> false);
        assertThat(run(coordinator)).isEqualTo(Progress.DONE);
        assertThat(calls).endsWith("close", "ended");
        assertThat(failures).isEmpty();
    }

    @Test
    void callsAreMadeOneAtATimeInTheirOrderAndNoneAfterTheEnd() {
        SourceCoordinator coordinator = withReaders();
        for (int i = 1; i <= 3; i++) {
            int call = i;
            enumeratorContext.callAsync(() -> calls.add("call " + call), (result, failure) -> {});
        }
        assertThat(workers.io).hasSize(1);
        workers.io.remove().run();
        assertThat(workers.io).hasSize(1);
        workers.io.remove().run();
        coordinator.close(() -> false);
        run(coordinator);
        workers.runIo();
        assertThat(calls)
                .containsExactly(
                        "start", "reader 0", "reader 1", "call 1", "call 2", "close", "ended");
    }

    private static final class FakeWorkers implements Workers, Clock {
        long millis = 1_000;
        final Queue<Runnable> io = new ArrayDeque<>();

        void runIo() {
            for (Runnable work = io.poll(); work != null; work = io.poll()) {
                work.run();
            }
        }

        @Override
        public Handle add(Step step, Placement placement) {
            return new Handle() {
                @Override
                public void wake() {}

                @Override
                public void interrupt() {}

                @Override
                public StackTraceElement[] stack() {
                    return new StackTraceElement[0];
                }
            };
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
            return this;
        }

        @Override
        public long millis() {
            return millis;
        }

        @Override
        public long nanos() {
            return millis * 1_000_000;
        }
    }

    private record Split(String splitId) implements SourceSplit {}

    private final class QueueSource implements Source<Long, Split, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Boundedness getBoundedness() {
            return Boundedness.BOUNDED;
        }

        @Override
        public SplitEnumerator<Split, String> createEnumerator(
                SplitEnumeratorContext<Split> enumContext) {
            enumeratorContext = enumContext;
            return new QueueEnumerator();
        }

        @Override
        public SplitEnumerator<Split, String> restoreEnumerator(
                SplitEnumeratorContext<Split> enumContext, String checkpoint) {
            open.addAll(List.of(checkpoint.split(",", -1)));
            return createEnumerator(enumContext);
        }

        @Override
        public SimpleVersionedSerializer<Split> getSplitSerializer() {
            return new SimpleVersionedSerializer<>() {
                @Override
                public int getVersion() {
                    return 1;
                }

                @Override
                public byte[] serialize(Split split) {
                    return split.splitId().getBytes(StandardCharsets.UTF_8);
                }

                @Override
                public Split deserialize(int version, byte[] serialized) {
                    return new Split(new String(serialized, StandardCharsets.UTF_8));
                }
            };
        }

        @Override
        public SimpleVersionedSerializer<String> getEnumeratorCheckpointSerializer() {
            return new SimpleVersionedSerializer<>() {
                @Override
                public int getVersion() {
                    return 3;
                }

                @Override
                public byte[] serialize(String state) {
                    return state.getBytes(StandardCharsets.UTF_8);
                }

                @Override
                public String deserialize(int version, byte[] serialized) {
                    assertThat(version).isEqualTo(3);
                    return new String(serialized, StandardCharsets.UTF_8);
                }
            };
        }

        @Override
        public SourceReader<Long, Split> createReader(SourceReaderContext readerContext) {
            throw new UnsupportedOperationException();
        }
    }

    private final class QueueEnumerator implements SplitEnumerator<Split, String>, HearsJobEnd {

        @Override
        public void jobEnds() {
            calls.add("job ends");
        }

        @Override
        public void start() {
            calls.add("start");
            onStart.run();
        }

        @Override
        public void handleSplitRequest(int subtaskId, String requesterHostname) {
            String next = open.poll();
            if (next == null) {
                enumeratorContext.signalNoMoreSplits(subtaskId);
            } else {
                enumeratorContext.assignSplit(new Split(next), subtaskId);
            }
        }

        @Override
        public void handleSourceEvent(int subtaskId, SourceEvent sourceEvent) {
            calls.add("event from " + subtaskId);
        }

        @Override
        public void addSplitsBack(List<Split> splits, int subtaskId) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void addReader(int subtaskId) {
            calls.add("reader " + subtaskId);
        }

        @Override
        public String snapshotState(long checkpointId) {
            if (atSnapshot != null) {
                throw atSnapshot;
            }
            return String.join(",", open);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            calls.add("complete " + checkpointId);
        }

        @Override
        public void notifyCheckpointAborted(long checkpointId) {
            calls.add("aborted " + checkpointId);
        }

        @Override
        public void close() {
            calls.add("close");
            if (atClose != null) {
                throw atClose;
            }
        }
    }
}
