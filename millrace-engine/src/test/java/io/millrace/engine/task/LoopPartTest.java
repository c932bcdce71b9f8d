// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.exchange.Backlog;
import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.FlowSizes;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.state.LoopLog;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the first task of a loop takes next, and what it says of the flow. */
class LoopPartTest {

    private static final FlowSizes ONE_BY_ONE = new FlowSizes(1, 64, 0);

    private final Channel regular = new Channel(64);
    private final Channel back = new Channel(16);
    private final InputGate inputs =
            new InputGate(
                    new Channel[] {regular, back}, new int[] {0, 1}, new boolean[] {false, true});
    private final OutputGate entering =
            new OutputGate(
                    new Channel[] {regular},
                    new Partitioner.Single(),
                    null,
                    ready -> {},
                    ONE_BY_ONE,
                    0);
    private final OutputGate feedback =
            new OutputGate(
                    new Channel[] {back},
                    new Partitioner.Single(),
                    null,
                    ready -> {},
                    ONE_BY_ONE,
                    0);
    private final LoopPlace place =
            new LoopPlace(
                    new boolean[] {false, true},
                    new boolean[] {false, true},
                    List.of(new LoopPlace.BackEdge(1, edge(), null)),
                    new int[] {-1, 0},
                    1000,
                    () -> null);
    private final FeedbackLogs logs =
            new FeedbackLogs(
                    inputs,
                    place,
                    0,
                    true,
                    new FeedbackLogs.Outcome() {
                        @Override
                        public void complete(Cut cut, LoopLog log) {}

                        @Override
                        public void dropped(Cut cut, TaskListener.Decline why) {}
                    });
    private final LoopPart part = new LoopPart(inputs, place, logs);

    LoopPartTest() {
        feedback.feedBack(
                new Backlog(
                        new Channel[] {back},
                        longs(),
                        1 << 20,
                        new Backlog.Disk() {
                            @Override
                            public Object keep(byte[] bytes, int length) throws IOException {
                                throw new IOException("all of it fits into memory");
                            }

                            @Override
                            public byte[] take(Object kept) throws IOException {
                                throw new IOException("nothing was kept");
                            }

                            @Override
                            public void close() {}
                        }),
                value -> 0);
    }

    @SuppressWarnings("unchecked") // records are untyped here
    private static TypeSerializer<Object> longs() {
        TypeSerializer<?> longs = Types.LONG.createSerializer(new SerializerConfigImpl());
        return (TypeSerializer<Object>) longs;
    }

    private static LoopLog.Edge edge() {
        return LoopLog.Edge.of(0, false, longs());
    }

    private void enter(int records) {
        for (long i = 0; i < records; i++) {
            entering.record(i, 0);
        }
    }

    private void feedBack(int records) {
        for (long i = 0; i < records; i++) {
            feedback.record(i, 0);
        }
    }

    /** E for what enters, B for what comes back, - for nothing. */
    private String take(int elements) {
        StringBuilder taken = new StringBuilder();
        for (int i = 0; i < elements; i++) {
            StreamElement element = part.next();
            taken.append(element == null ? '-' : inputs.isBack(inputs.lastChannel()) ? 'B' : 'E');
            assertThat(element == null || element instanceof Batch).isTrue();
            feedback.drain();
        }
        return taken.toString();
    }

    @Test
    void feedbackComesFirstAndNewRecordsHaveTheirTurn() {
        enter(4);
        feedBack(16);

        assertThat(take(21)).isEqualTo("BBBBBBBBEBBBBBBBBEEE-");
    }

    @Test
    void withoutFeedbackNewRecordsAreTaken() {
        enter(3);

        assertThat(take(4)).isEqualTo("EEE-");
    }

    @Test
    void whileMuchWaitsOneNewElementIsTakenForAsMuchFeedbackAsWaited() {
        enter(10);
        feedBack(16 + 40); // 40 wait, at some 40 bytes each
        StringBuilder taken = new StringBuilder();
        for (int i = 0; i < 82; i++) {
            taken.append(take(1));
            feedBack(1); // what is taken comes back
        }

        assertThat(taken).matches("B{40}EB{40}E");
    }

    @Test
    void whileMuchWaitsAndNoneOfItIsThereYetNothingNewIsTaken() {
        enter(10);
        feedBack(16 + 40);
        for (int i = 0; i < 16; i++) {
            assertThat(back.poll()).isNotNull(); // and the sender has not had its turn
        }

        assertThat(part.next()).isNull();
        assertThat(part.next()).isNull();
        feedback.drain();
        assertThat(take(1)).isEqualTo("B");
    }

    @Test
    void whileABackChannelIsHeldForABarrierNewElementsAreTakenHoweverMuchWaits() {
        enter(2);
        feedBack(16 + 40);
        logs.barrier(1, 7);

        assertThat(take(3)).isEqualTo("EE-");
        logs.decided(7);
        assertThat(take(1)).isEqualTo("B");
    }

    @Test
    void theLastWatermarkWaitsUntilItIsReleasedAndTheEndUntilItIsTold() {
        assertThat(part.holdsBack(5)).isFalse();
        assertThat(part.holdsBack(Long.MAX_VALUE)).isTrue();
        assertThat(part.hasEntered()).isFalse();
        assertThat(part.ended(0)).isTrue();
        assertThat(part.hasEntered()).isTrue();
        assertThat(part.mayEnd()).isFalse();
        part.release();
        assertThat(part.holdsBack(Long.MAX_VALUE)).isFalse();
        part.end();
        assertThat(part.mayEnd()).isTrue();
    }

    @Test
    void onlyWhatComesFromWithinTheLoopIsCounted() {
        part.done(0);
        part.done(1);
        part.done(1);

        assertThat(part.processed()).isEqualTo(2);
    }
}
