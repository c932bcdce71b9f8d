// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.exchange.Backlog;
import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.FlowSizes;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.exchange.StreamElement.CheckpointBarrier;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.task.Mailbox;
import io.millrace.engine.task.TaskCancelled;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Step;
import io.millrace.engine.worker.Workers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A call that emits more than fits, in a task with two gates of one channel each. */
class AwaitedRoomTest {

    private static final FlowSizes SMALL = new FlowSizes(1, 1, 0);

    private final Channel full = new Channel(SMALL.channelElements());
    private final Channel other = new Channel(SMALL.channelElements());
    private final Mailbox mailbox = new Mailbox();
    private final List<StreamElement> takenOfOther = new ArrayList<>();

    /** What the receivers do while the call waits. */
    private Runnable meanwhile = () -> {};

    private final AwaitedRoom room = new AwaitedRoom(new Others());
    private final OutputGate gate = gate(full);
    private final OutputGate otherGate = gate(other);

    private OutputGate gate(Channel channel) {
        OutputGate made =
                new OutputGate(
                        new Channel[] {channel}, new Partitioner.Single(), null, room, SMALL, -1);
        room.add(made);
        return made;
    }

    AwaitedRoomTest() {
        room.connect(mailbox);
    }

    /** One thread, on which a receiver has its turn each time that somebody waits. */
    private final class Others implements Workers {
        @Override
        public void yieldUntil(Condition ready) {
            for (int turns = 0; !ready.holds(); turns++) {
                assertThat(turns).as("turns in vain").isLessThan(100);
                meanwhile.run();
            }
        }

        @Override
        public Handle add(Step step, Placement placement) {
            throw new AssertionError("nothing is stepped");
        }

        @Override
        public void io(String what, Runnable work) {
            throw new AssertionError("nothing is written");
        }

        @Override
        public Clock clock() {
            throw new AssertionError("nobody asks for the time");
        }
    }

    /** Takes from the full channel once so much has come on the other. */
    private void receiverThatWaitsForTheOther(int elements) {
        StreamElement element = other.poll();
        if (element != null) {
            takenOfOther.add(element);
        }
        if (takenOfOther.size() == elements) {
            full.poll();
        }
    }

    @Test
    @DisplayName(
            "CK-52: what a receiver's alignment waits for gets there while a call waits for it")
    void aBarrierInAnotherGateGetsThereWhileACallWaits() {
        otherGate.record("before", 0);
        otherGate.broadcast(new CheckpointBarrier(SnapshotOrder.checkpoint(1, 0))); // finds no room
        gate.record("fits", 0);
        meanwhile = () -> receiverThatWaitsForTheOther(2);

        gate.record("does not", 0);

        assertThat(takenOfOther).hasSize(2).last().isInstanceOf(CheckpointBarrier.class);
    }

    @Test
    void whatIsFedBackGetsThereWhileACallWaits() {
        otherGate.feedBack(
                new Backlog(new Channel[] {other}, longs(), 1 << 20, new NoDisk()), value -> 0);
        for (long i = 0; i < 3; i++) {
            otherGate.record(i, 0);
        }
        gate.record("fits", 0);
        meanwhile = () -> receiverThatWaitsForTheOther(3);

        gate.record("does not", 0);

        assertThat(takenOfOther).hasSize(3).hasOnlyElementsOfType(Batch.class);
    }

    @Test
    void aCallOfATaskThatIsCancelledDoesNotWait() {
        gate.record("fits", 0);
        mailbox.requestCancel();

        assertThatThrownBy(() -> gate.record("does not", 0)).isInstanceOf(TaskCancelled.class);
    }

    @SuppressWarnings("unchecked") // records are untyped here
    private static TypeSerializer<Object> longs() {
        TypeSerializer<?> longs = Types.LONG.createSerializer(new SerializerConfigImpl());
        return (TypeSerializer<Object>) longs;
    }

    private static final class NoDisk implements Backlog.Disk {
        @Override
        public Object keep(byte[] bytes, int length) {
            throw new AssertionError("all of it fits into memory");
        }

        @Override
        public byte[] take(Object kept) {
            throw new AssertionError("nothing was kept");
        }

        @Override
        public void close() {}
    }
}
