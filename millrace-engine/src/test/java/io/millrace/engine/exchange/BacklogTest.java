// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.exchange.StreamElement.CheckpointBarrier;
import io.millrace.engine.exchange.StreamElement.Watermark;
import io.millrace.engine.state.SnapshotOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The gate of a feedback edge: never blocked, nothing lost, in order. */
class BacklogTest {

    private final Channel[] channels = {new Channel(2), new Channel(2)};
    private final List<byte[]> kept = new ArrayList<>();
    private int taken;
    private boolean closed;
    private int wakes;

    private final Backlog.Disk disk =
            new Backlog.Disk() {
                @Override
                public Object keep(byte[] bytes, int length) {
                    kept.add(Arrays.copyOf(bytes, length));
                    return kept.size() - 1;
                }

                @Override
                public byte[] take(Object which) {
                    taken++;
                    return kept.get((int) which);
                }

                @Override
                public void close() {
                    closed = true;
                }
            };

    @SuppressWarnings("unchecked") // records are untyped in gates
    private OutputGate gate(long memoryBytes) {
        OutputGate gate =
                new OutputGate(
                        channels,
                        value -> (int) ((long) value % 2),
                        null,
                        ready -> {
                            throw new AssertionError("a feedback gate never waits");
                        },
                        new FlowSizes(4, 2, 0),
                        -1);
        TypeSerializer<?> longs = Types.LONG.createSerializer(new SerializerConfigImpl());
        gate.feedBack(
                new Backlog(channels, (TypeSerializer<Object>) longs, memoryBytes, disk),
                value -> {
                    throw new IllegalStateException("the loop has ended");
                });
        return gate;
    }

    /** What the receiver finds on a channel, with the gate draining as it does. */
    private List<Object> receive(OutputGate gate, Channel channel) {
        List<Object> found = new ArrayList<>();
        StreamElement element = channel.poll();
        while (element != null) {
            if (element instanceof Batch batch) {
                for (int i = 0; i < batch.size(); i++) {
                    found.add(batch.value(i) + "@" + batch.timestamp(i));
                }
            } else {
                found.add(element);
            }
            gate.drain();
            element = channel.poll();
        }
        return found;
    }

    private static void send(OutputGate gate, long from, long to) {
        for (long n = from; n <= to; n++) {
            gate.record(n, n * 10);
        }
    }

    private static List<Object> values(long from, long to) {
        List<Object> values = new ArrayList<>();
        for (long n = from; n <= to; n += 2) {
            values.add(n + "@" + n * 10);
        }
        return values;
    }

    @Test
    void howeverMuchIsSentTheGateIsNotBlockedAndKeepsTheOrder() {
        OutputGate gate = gate(1 << 20);
        send(gate, 0, 999);
        gate.broadcast(new CheckpointBarrier(SnapshotOrder.checkpoint(7, 0)));
        send(gate, 1000, 1999);
        gate.flush();

        assertThat(gate.isBlocked()).isFalse();
        assertThat(gate.drain()).isTrue();
        assertThat(kept).isEmpty();
        List<Object> expected = values(0, 998);
        expected.add(new CheckpointBarrier(SnapshotOrder.checkpoint(7, 0)));
        expected.addAll(values(1000, 1998));
        assertThat(receive(gate, channels[0])).isEqualTo(expected);
    }

    @Test
    void beyondTheMemoryBatchesGoToDiskAndComeBackInOrder() {
        OutputGate gate = gate(500);
        send(gate, 0, 999);
        gate.broadcast(new CheckpointBarrier(SnapshotOrder.checkpoint(7, 0)));
        send(gate, 1000, 1999);
        gate.flush();

        assertThat(kept).hasSizeGreaterThan(100);
        List<Object> expected = values(0, 998);
        expected.add(new CheckpointBarrier(SnapshotOrder.checkpoint(7, 0)));
        expected.addAll(values(1000, 1998));
        assertThat(receive(gate, channels[0])).isEqualTo(expected);
        expected.clear();
        expected.addAll(values(1, 999));
        expected.add(new CheckpointBarrier(SnapshotOrder.checkpoint(7, 0)));
        expected.addAll(values(1001, 1999));
        assertThat(receive(gate, channels[1])).isEqualTo(expected);
        assertThat(taken).isEqualTo(kept.size());
    }

    @Test
    void theReceiverSeesHowMuchWaitsAndIsWokenWhenItIsLess() {
        channels[0].connect(() -> {}, () -> wakes++);
        OutputGate gate = gate(1 << 20);
        send(gate, 0, 199);
        gate.flush();
        InputGate receiver = new InputGate(channels, new int[] {1, 1}, new boolean[] {true, true});
        long bytes = receiver.waitingBytes();
        long elements = receiver.waitingElements();
        assertThat(bytes).isGreaterThan(180 * 8);
        assertThat(elements).isEqualTo(2 * (25 - 2));

        channels[0].poll();
        wakes = 0;
        gate.drain();

        assertThat(receiver.waitingElements()).isEqualTo(elements - 1);
        assertThat(receiver.waitingBytes()).isLessThan(bytes);
        assertThat(wakes).isGreaterThan(0);
    }

    @Test
    void watermarksDoNotGoBack() {
        OutputGate gate = gate(1 << 20);
        gate.broadcastWithinLimit(new Watermark(5));
        gate.broadcastWithinLimit(new StreamElement.Status(true));

        assertThat(channels[0].poll()).isNull();
    }

    @Test
    void whatIsSentIsCountedWithWhatWaitsAndWithoutBarriers() {
        OutputGate gate = gate(500);
        gate.count(new boolean[] {true, false});
        send(gate, 0, 79);
        gate.flush();
        gate.broadcast(new CheckpointBarrier(SnapshotOrder.checkpoint(7, 0)));
        gate.broadcast(new StreamElement.EndOfData());

        assertThat(gate.sent()).isEqualTo(10);
    }

    @Test
    void onceClosedItRefusesRecordsAndStillTakesBarriers() {
        OutputGate gate = gate(500);
        send(gate, 0, 3);
        gate.closeFeedback();

        assertThatThrownBy(() -> gate.record(4L, 0)).hasMessage("the loop has ended");
        gate.broadcast(new CheckpointBarrier(SnapshotOrder.checkpoint(7, 0)));
        List<Object> expected = values(0, 2);
        expected.add(new CheckpointBarrier(SnapshotOrder.checkpoint(7, 0)));
        assertThat(receive(gate, channels[0])).isEqualTo(expected);
        gate.close();
        assertThat(closed).isTrue();
    }
}
