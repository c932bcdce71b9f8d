// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.exchange.StreamElement.CheckpointBarrier;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.LoopLog;
import io.millrace.engine.state.RestoredShare;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.SpillFile;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The logs of a task with one regular channel, 0, and two back channels, 1 and 2. */
class FeedbackLogsTest {

    private static final int REGULAR = 0;
    private static final int ONE = 1;
    private static final int TWO = 2;

    @TempDir Path directory;

    private final Channel[] channels = {new Channel(), new Channel(), new Channel()};
    private final InputGate inputs =
            new InputGate(channels, new int[] {0, 1, 1}, new boolean[] {false, true, true});
    private final List<String> log = new ArrayList<>();
    private FeedbackLogs logs = logs(true, 1 << 20);

    private FeedbackLogs logs(boolean holds, long memoryBytes) {
        LoopPlace place =
                new LoopPlace(
                        new boolean[] {false, true, true},
                        new boolean[] {false, true, true},
                        List.of(new LoopPlace.BackEdge(1, edge(), null)),
                        new int[] {-1, 0, 0},
                        memoryBytes,
                        () ->
                                new LoopLog(
                                        List.of(edge()),
                                        memoryBytes,
                                        new SpillFile(directory.toString(), "The test")));
        return new FeedbackLogs(
                inputs,
                place,
                0,
                holds,
                new FeedbackLogs.Outcome() {
                    @Override
                    public void complete(Cut cut, LoopLog of) {
                        log.add("complete " + cut.id() + " " + restored(of));
                        of.release();
                    }

                    @Override
                    public void dropped(Cut cut, TaskListener.Decline why) {
                        log.add("dropped " + cut.id() + " " + why);
                    }
                });
    }

    @SuppressWarnings("unchecked") // records are untyped here
    private static LoopLog.Edge edge() {
        TypeSerializer<?> longs = Types.LONG.createSerializer(new SerializerConfigImpl());
        return LoopLog.Edge.of(0, false, (TypeSerializer<Object>) longs);
    }

    /** What a restored task would replay, read back by the usual way. */
    private static List<Object> restored(LoopLog of) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(100);
            of.write(out, StateCompression.NONE);
            byte[] bytes = out.getCopyOfBuffer();
            StateHandle handle = new StateHandle(of.kind(), null, of.summaries(), null);
            List<RestoredShare> shares = new ArrayList<>();
            of.summaries()
                    .forEach(
                            s ->
                                    shares.add(
                                            new RestoredShare(
                                                    new RestoredState(
                                                            handle,
                                                            () -> new ByteArrayInputStream(bytes)),
                                                    s.name(),
                                                    0,
                                                    s.entries())));
            List<Object> found = new ArrayList<>();
            try (HeapOperatorStateBackend backend =
                    new HeapOperatorStateBackend(
                            "head", "uid", new ExecutionConfig(), shares, 0, 1)) {
                backend.take(edge().descriptor(), false, e -> found.add(e.f1));
            }
            return found;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void cut(long id) {
        logs.cut(new Cut(SnapshotOrder.checkpoint(id, 0), List.of(), 0, false));
        logs.decided(id);
    }

    private void record(int channel, long... values) {
        OutputGate sender =
                new OutputGate(
                        new Channel[] {channels[REGULAR]},
                        new Partitioner.Single(),
                        null,
                        ready -> {});
        for (long value : values) {
            sender.record(value, value);
        }
        sender.flush();
        for (StreamElement batch = channels[REGULAR].poll();
                batch != null;
                batch = channels[REGULAR].poll()) {
            logs.taken(channel, (Batch) batch, 0);
            sender.drain();
        }
    }

    private boolean isHeld(int channel) {
        Channel looked = channels[channel];
        looked.offer(new CheckpointBarrier(SnapshotOrder.checkpoint(99, 0)));
        boolean held = inputs.pollBack() == null;
        if (held) {
            looked.poll();
        }
        return held;
    }

    @Test
    void aLogHoldsWhatComesBetweenTheCutAndTheBarrierOnEachChannel() {
        record(ONE, 1);
        cut(5);
        record(ONE, 2, 3);
        record(TWO, 4);
        logs.barrier(ONE, 5);
        record(ONE, 6);
        record(TWO, 7);
        assertThat(logs.isEmpty()).isFalse();
        logs.barrier(TWO, 5);
        record(TWO, 8);

        assertThat(log).containsExactly("complete 5 [2, 3, 4, 7]");
        assertThat(logs.isEmpty()).isTrue();
    }

    @Test
    void severalLogsAreOpenAtOnceAndARecordIsInEachThatNeedsIt() {
        cut(1);
        record(ONE, 10);
        cut(2);
        record(ONE, 11);
        logs.barrier(ONE, 1);
        record(ONE, 12);
        logs.barrier(TWO, 1);
        logs.barrier(ONE, 2);
        record(ONE, 13);
        record(TWO, 14);
        logs.barrier(TWO, 2);

        assertThat(log).containsExactly("complete 1 [10, 11]", "complete 2 [11, 12, 14]");
    }

    @Test
    void aChannelWhoseBarrierIsEarlyIsHeldUntilTheCutAndCountsThen() {
        logs.barrier(ONE, 5);
        assertThat(isHeld(ONE)).isTrue();
        assertThat(isHeld(TWO)).isFalse();
        assertThat(logs.holdAny()).isTrue();
        cut(5);

        assertThat(isHeld(ONE)).isFalse();
        record(TWO, 1);
        logs.barrier(TWO, 5);
        assertThat(log).containsExactly("complete 5 [1]");
    }

    @Test
    void aChannelIsNotHeldForWhatIsGivenUp() {
        logs.barrier(ONE, 5);
        logs.givenUp(5);
        assertThat(isHeld(ONE)).isFalse();
        logs.barrier(TWO, 6);
        logs.aborted(6);
        assertThat(isHeld(TWO)).isFalse();
        logs.barrier(ONE, 7);
        cut(8);
        assertThat(isHeld(ONE)).isFalse();
        assertThat(log).isEmpty();
    }

    @Test
    void aBarrierThatComesRoundAfterTheWordThatItWasGivenUpHoldsNothing() {
        // As when the source before this task ended before it heard of the checkpoint: then no
        // regular channel ever shows the barrier, and there may be no later one.
        logs.aborted(5);
        logs.barrier(ONE, 5);
        assertThat(isHeld(ONE)).isFalse();
        logs.barrier(ONE, 6);
        logs.cancelMarker(TWO, 6);
        assertThat(isHeld(ONE)).isFalse();
        logs.barrier(ONE, 7);
        assertThat(isHeld(ONE)).isTrue();
        cut(7);
        logs.barrier(TWO, 7);
        assertThat(log).containsExactly("complete 7 []");
    }

    @Test
    void atLeastOnceNothingIsHeldAndAnEarlyBarrierCounts() {
        logs = logs(false, 1 << 20);
        logs.barrier(ONE, 5);
        assertThat(isHeld(ONE)).isFalse();
        cut(5);
        record(ONE, 1);
        record(TWO, 2);
        logs.barrier(TWO, 5);

        assertThat(log).containsExactly("complete 5 [2]");
    }

    @Test
    void anAbortedLogIsDroppedAndItsBarriersMeanNothing() {
        cut(5);
        record(ONE, 1);
        logs.aborted(5);
        assertThat(logs.isEmpty()).isTrue();
        logs.barrier(ONE, 5);
        logs.barrier(TWO, 5);

        assertThat(log).isEmpty();
        assertThat(isHeld(ONE)).isFalse();
    }

    @Test
    void aMarkerInPlaceOfABarrierDropsTheLogBeforeAndAfterTheCut() {
        cut(5);
        logs.cancelMarker(ONE, 5);
        logs.cancelMarker(TWO, 6);
        cut(6);
        record(ONE, 1);
        logs.barrier(ONE, 6);

        assertThat(log).containsExactly("dropped 5 CANCEL_MARKER", "dropped 6 CANCEL_MARKER");
    }

    @Test
    void aLogWhoseBarrierWasLeftOutIsDroppedWhenALaterOneComesRound() {
        cut(5);
        logs.barrier(TWO, 5);
        cut(6);
        logs.barrier(ONE, 6); // without 5
        logs.barrier(TWO, 6);

        assertThat(log).containsExactly("dropped 5 SUBSUMED", "complete 6 []");
    }

    @Test
    void aChannelThatHasEndedHasShownEveryBarrier() {
        cut(5);
        logs.barrier(ONE, 5);
        inputs.end(TWO);
        logs.channelEnded(TWO);
        cut(6);
        logs.barrier(ONE, 6);

        assertThat(log).containsExactly("complete 5 []", "complete 6 []");
    }

    @Test
    void aLargeLogGoesToDiskAndLeavesNothingThere() {
        logs = logs(true, 100_000);
        cut(5);
        for (int i = 0; i < 300; i++) {
            record(ONE, LongStream.range(i * 100L, i * 100L + 100).toArray());
        }
        cut(6);
        logs.barrier(ONE, 5);
        logs.barrier(TWO, 5);
        logs.close();

        assertThat(log)
                .containsExactly("complete 5 " + LongStream.range(0, 30_000).boxed().toList());
        assertThat(directory).isEmptyDirectory();
    }
}
