// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.streaming.api.functions.FakeState;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction.State;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction.StateSerializer;
import io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction.TransactionHolder;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** CK-103 and CK-104: the steps of two-phase commit, before and after failures. */
class TwoPhaseCommitSinkFunctionTest {

    private final Ticks clock = new Ticks();

    @Test
    void aTransactionIsCommittedOnlyAfterItsCheckpointHasCompleted() throws Exception {
        Sink sink = new Sink(clock);
        sink.initializeState(FakeState.fresh());
        sink.invoke("a", null);
        sink.snapshotState(FakeState.checkpoint(1));
        sink.invoke("b", null);

        assertThat(sink.log).containsExactly("begin 1", "1:a", "preCommit 1", "begin 2", "2:b");
        sink.notifyCheckpointComplete(1);
        assertThat(sink.log).endsWith("commit 1");
    }

    @Test
    void aCompletedCheckpointCommitsOlderOnesTooInOrderAndLeavesYoungerOnes() throws Exception {
        Sink sink = new Sink(clock);
        sink.initializeState(FakeState.fresh());
        for (int checkpoint = 1; checkpoint <= 3; checkpoint++) {
            sink.snapshotState(FakeState.checkpoint(checkpoint));
        }
        sink.notifyCheckpointAborted(1);
        sink.notifyCheckpointComplete(2);

        assertThat(sink.log).endsWith("commit 1", "commit 2");
        assertThat(sink.pendingTransactions()).hasSize(1);
        assertThat(sink.currentTransaction()).isEqualTo("4");
    }

    @Test
    void allAreTriedWhenOneCannotBeCommittedAndTheFirstErrorFailsTheTask() throws Exception {
        Sink sink = new Sink(clock);
        sink.failing.add("1");
        sink.initializeState(FakeState.fresh());
        sink.snapshotState(FakeState.checkpoint(1));
        sink.snapshotState(FakeState.checkpoint(2));

        assertThatThrownBy(() -> sink.notifyCheckpointComplete(2))
                .hasMessageContaining("checkpoint 2")
                .hasRootCauseMessage("cannot commit 1");
        assertThat(sink.log).endsWith("commit 2");
    }

    @Test
    void aRestoreCommitsWhatWasPendingAndAbortsWhatWasOpen() throws Exception {
        FakeState before = FakeState.fresh();
        Sink first = new Sink(clock);
        first.context = Optional.of(5);
        first.initializeState(before);
        first.snapshotState(FakeState.checkpoint(1));
        first.snapshotState(FakeState.checkpoint(2));

        Sink second = new Sink(clock);
        second.initializeState(FakeState.restored(2, before.entries()));

        assertThat(second.log)
                .containsExactly("commit 1", "commit 2", "abort 3", "handled [1, 2, 3]", "begin 1");
        assertThat(second.getUserContext()).contains(5);
    }

    @Test
    void severalRestoredEntriesAreHandledOneByOneAndNoneStartsFresh() throws Exception {
        State<String, Integer> one =
                new State<>(
                        new TransactionHolder<>("o1", 0),
                        List.of(new TransactionHolder<>("p1", 0)),
                        Optional.empty());
        State<String, Integer> two =
                new State<>(null, List.of(new TransactionHolder<>("p2", 0)), Optional.empty());
        Sink sink = new Sink(clock);
        sink.context = Optional.of(1);
        sink.initializeState(FakeState.restored(9, List.of(one, two)));
        assertThat(sink.log).containsExactly("commit p1", "abort o1", "commit p2", "begin 1");
        assertThat(sink.getUserContext()).contains(1);

        Sink none = new Sink(clock);
        none.initializeState(FakeState.restored(9, List.of()));
        assertThat(none.log).containsExactly("begin 1");
    }

    @Test
    void afterTheEndOfInputNoTransactionBeginsAndTheLastOneIsCommitted() throws Exception {
        FakeState state = FakeState.fresh();
        Sink sink = new Sink(clock);
        sink.initializeState(state);
        sink.invoke("a", null);
        sink.finish();
        sink.snapshotState(FakeState.checkpoint(4));
        sink.notifyCheckpointComplete(4);
        sink.close();

        assertThat(sink.log).containsExactly("begin 1", "1:a", "last 1", "preCommit 1", "commit 1");
        @SuppressWarnings("unchecked") // what the sink has written
        State<String, Integer> kept = (State<String, Integer>) state.entries().get(0);
        assertThat(kept.getPendingTransaction()).isNull();
        assertThatThrownBy(() -> sink.invoke("late", null))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aRecordForWhichNoTransactionCouldBeBegunIsToldWhy() throws Exception {
        Sink sink = new Sink(clock);
        sink.initializeState(FakeState.fresh());
        sink.refusesToBegin = true;
        assertThatThrownBy(() -> sink.snapshotState(FakeState.checkpoint(4)))
                .hasMessage("too many transactions");
        assertThatThrownBy(() -> sink.invoke("a", null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("none could be begun")
                .hasMessageNotContaining("end of its input")
                .hasRootCauseMessage("too many transactions");

        sink.finish();
        assertThatThrownBy(() -> sink.invoke("a", null))
                .hasMessageContaining("after the end of its input");
    }

    @Test
    void closingAbortsTheOpenTransaction() throws Exception {
        Sink sink = new Sink(clock);
        sink.initializeState(FakeState.fresh());
        sink.close();
        sink.close();

        assertThat(sink.log).containsExactly("begin 1", "abort 1");
    }

    @Test
    void aRestoredTransactionPastItsTimeoutIsGivenUpOnlyWhenAskedFor() throws Exception {
        State<String, Integer> old =
                new State<>(null, List.of(new TransactionHolder<>("x", 0)), Optional.empty());
        clock.now = 101;

        Sink strict = new Sink(clock);
        strict.failing.add("x");
        strict.setTransactionTimeout(100);
        assertThatThrownBy(() -> strict.initializeState(FakeState.restored(1, List.of(old))))
                .hasMessage("cannot commit x");

        Sink lenient = new Sink(clock);
        lenient.failing.add("x");
        lenient.setTransactionTimeout(100).ignoreFailuresAfterTransactionTimeout();
        lenient.initializeState(FakeState.restored(1, List.of(old)));
        assertThat(lenient.log).containsExactly("begin 1");

        clock.now = 100;
        assertThatThrownBy(() -> lenient.initializeState(FakeState.restored(1, List.of(old))))
                .hasMessage("cannot commit x");
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        Sink sink = new Sink(clock);
        assertThatThrownBy(() -> sink.setTransactionTimeout(-1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sink.enableTransactionTimeoutWarnings(1.5))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theStateSerializerKeepsEveryPart() throws Exception {
        StateSerializer<String, Integer> serializer =
                new StateSerializer<>(StringSerializer.INSTANCE, IntSerializer.INSTANCE);
        for (State<String, Integer> state :
                List.of(
                        new State<String, Integer>(null, List.of(), Optional.empty()),
                        new State<>(
                                new TransactionHolder<>("open", 5),
                                List.of(
                                        new TransactionHolder<>("p", 6),
                                        new TransactionHolder<>("q", 7)),
                                Optional.of(3)))) {
            DataOutputSerializer out = new DataOutputSerializer(16);
            serializer.serialize(state, out);

            assertThat(serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                    .isEqualTo(state);
            assertThat(serializer.copy(state)).isEqualTo(state).isNotSameAs(state);
        }
        assertThat(serializer.snapshotConfiguration().restoreSerializer()).isEqualTo(serializer);
    }

    private static final class Ticks extends Clock {

        private long now;

        @Override
        public ZoneId getZone() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(now);
        }
    }

    /** Names its transactions 1, 2, 3 and writes down what happens to them. */
    private static final class Sink extends TwoPhaseCommitSinkFunction<String, String, Integer> {

        private static final long serialVersionUID = 1L;

        private final ArrayList<String> log = new ArrayList<>();
        private final Set<String> failing = new HashSet<>();
        private transient Optional<Integer> context = Optional.empty();
        private int begun;
        private boolean refusesToBegin;

        Sink(Clock clock) {
            super(StringSerializer.INSTANCE, IntSerializer.INSTANCE, clock);
        }

        @Override
        protected Optional<Integer> initializeUserContext() {
            return context;
        }

        @Override
        protected void invoke(String transaction, String value, Context context) {
            log.add(transaction + ":" + value);
        }

        @Override
        protected String beginTransaction() {
            if (refusesToBegin) {
                throw new IllegalStateException("too many transactions");
            }
            begun++;
            log.add("begin " + begun);
            return String.valueOf(begun);
        }

        @Override
        protected void preCommit(String transaction) {
            log.add("preCommit " + transaction);
        }

        @Override
        protected void commit(String transaction) {
            if (failing.contains(transaction)) {
                throw new IllegalStateException("cannot commit " + transaction);
            }
            log.add("commit " + transaction);
        }

        @Override
        protected void abort(String transaction) {
            log.add("abort " + transaction);
        }

        @Override
        protected void finishProcessing(String transaction) {
            log.add("last " + transaction);
        }

        @Override
        protected void finishRecoveringContext(Collection<String> handled) {
            log.add("handled " + handled);
        }
    }
}
