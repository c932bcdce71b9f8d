// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.state.SnapshotOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BarrierWithoutRoomTest {

    private static final FlowSizes SMALL = new FlowSizes(2, 1, 0);

    private final Channel channel = new Channel(SMALL.channelElements());

    private static final class Waited extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final OutputGate gate =
            new OutputGate(
                    new Channel[] {channel},
                    new Partitioner.Single(),
                    null,
                    ready -> {
                        throw new Waited();
                    },
                    SMALL,
                    -1);

    private void fill() {
        gate.record("a", Long.MIN_VALUE);
        gate.record("b", Long.MIN_VALUE);
    }

    @Test
    @DisplayName(
            "CK-52: a barrier does not wait for room, for it has to go down the other gates too")
    void aBarrierDoesNotWaitForRoom() {
        fill();

        gate.broadcast(new StreamElement.CheckpointBarrier(SnapshotOrder.checkpoint(1, 0)));

        assertThat(gate.isBlocked()).isTrue();
        assertThat(channel.poll()).isInstanceOf(Batch.class);
        assertThat(gate.drain()).isTrue();
        assertThat(channel.poll()).isInstanceOf(StreamElement.CheckpointBarrier.class);
    }

    @Test
    void aWatermarkWaitsForRoomBeyondTheLimit() {
        fill();

        assertThatThrownBy(() -> gate.broadcastWithinLimit(new StreamElement.Watermark(1)))
                .isInstanceOf(Waited.class);
    }

    @Test
    void aBatchIsSentWhenItHasItsRecords() {
        fill();

        List<Object> values = new ArrayList<>();
        Batch batch = (Batch) channel.poll();
        for (int i = 0; i < batch.size(); i++) {
            values.add(batch.value(i));
        }
        assertThat(values).containsExactly("a", "b");
    }
}
