// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.engine.exchange.Partitioner;
import io.millrace.engine.exchange.RestoredFlow;
import io.millrace.engine.exchange.StreamElement.CheckpointBarrier;
import io.millrace.engine.state.InFlightLog;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.storage.SpillFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A task with two small channels, of which barriers may overtake what is on them. */
abstract class OvertakingFixture extends TaskFixture {

    static final long TRIGGERED_MS = 1000;

    final Channel[] small = {new Channel(2), new Channel(2)};
    final OutputGate[] overtaking = {overtakingGate(small[0]), overtakingGate(small[1])};
    final boolean[] overtakable = {true, true};
    final List<InFlightLog> logs = new ArrayList<>();
    final RestoredFlow[] restored = {new RestoredFlow(), new RestoredFlow()};

    /** What serializes the records on their way. */
    TypeSerializer<?> records = IntSerializer.INSTANCE;

    private static OutputGate overtakingGate(Channel channel) {
        OutputGate gate =
                new OutputGate(
                        new Channel[] {channel},
                        new Partitioner.Single(),
                        null,
                        ready -> {
                            throw new AssertionError("the test sends too much");
                        });
        gate.letOvertake();
        return gate;
    }

    @SuppressWarnings("unchecked") // records are untyped here
    void startOvertaking() {
        List<InFlightLog.Channel> channels = new ArrayList<>();
        for (int i = 0; i < small.length; i++) {
            channels.add(
                    InFlightLog.Channel.of(
                            "0/sender/0/" + i + "/2", "keyed", (TypeSerializer<Object>) records));
        }
        inFlight =
                new InFlightPlace(
                        overtakable,
                        () -> {
                            InFlightLog log =
                                    new InFlightLog(
                                            channels,
                                            1 << 20,
                                            new SpillFile("target", "what is on its way"));
                            logs.add(log);
                            return log;
                        },
                        this::restore);
        build(small);
        for (int i = 0; i < small.length; i++) {
            int channel = i;
            small[i].listen(a -> task.mailbox().post(new Letter.Announced(channel, a)));
        }
        task.step();
        log.clear();
    }

    private void restore(InputGate gate) {
        for (int i = 0; i < restored.length; i++) {
            gate.restore(i, restored[i].elements());
        }
    }

    /** A batch for each, so that two fill the channel and the rest waits. */
    void sendEach(int channel, Object... values) {
        for (Object value : values) {
            overtaking[channel].record(value, NONE);
            overtaking[channel].flush();
        }
    }

    /** What waits at the senders goes on, and then the task, until there is nothing to do. */
    void runAll() {
        for (int i = 0; i < 50; i++) {
            overtaking[0].drain();
            overtaking[1].drain();
            run();
        }
    }

    static CheckpointBarrier overtaking(long id, long alignmentMs) {
        return new CheckpointBarrier(
                new SnapshotOrder(
                        id, TRIGGERED_MS, SnapshotOrder.Form.CHECKPOINT, alignmentMs, false));
    }

    /** What the newest snapshot holds of what was on its way, channel by channel. */
    List<String> recorded() throws IOException {
        List<String> found = new ArrayList<>();
        DataOutputSerializer out = new DataOutputSerializer(64);
        logs.get(logs.size() - 1).write(out, StateCompression.NONE);
        InFlightLog.read(
                new ByteArrayInputStream(out.getCopyOfBuffer()),
                new InFlightLog.Reader() {
                    private String prefix;

                    @Override
                    @SuppressWarnings("unchecked") // records are untyped here
                    public TypeSerializer<Object> channel(
                            String name, String kind, String type, StateShape shape) {
                        prefix = name.split("/", -1)[3] + ":";
                        return (TypeSerializer<Object>) records;
                    }

                    @Override
                    public void record(Object value, long timestamp) {
                        found.add(prefix + value + (timestamp == NONE ? "" : "@" + timestamp));
                    }

                    @Override
                    public void watermark(long timestamp) {
                        found.add(prefix + "w" + timestamp);
                    }
                });
        return found;
    }
}
