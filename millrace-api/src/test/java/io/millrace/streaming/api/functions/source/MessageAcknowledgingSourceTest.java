// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.functions.FakeState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CK-113: ids belong to checkpoints, and what a snapshot holds is not emitted again. */
class MessageAcknowledgingSourceTest {

    @Test
    void messagesAreAcknowledgedWhenTheirCheckpointHasCompleted() throws Exception {
        Queue queue = Queue.opened(FakeState.fresh());
        queue.receive("a", 1);
        queue.receive("b", 2);
        queue.snapshotState(FakeState.checkpoint(1));
        queue.receive("c", 3);
        queue.snapshotState(FakeState.checkpoint(2));
        queue.receive("d", 4);

        queue.notifyCheckpointComplete(1);
        assertThat(queue.acknowledged).containsExactly(1L, 2L);
        queue.notifyCheckpointAborted(2);
        queue.snapshotState(FakeState.checkpoint(3));
        queue.notifyCheckpointComplete(3);
        assertThat(queue.acknowledged).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void afterARestoreRedeliveredMessagesAreLeftOutButAcknowledged() throws Exception {
        FakeState state = FakeState.fresh();
        Queue before = Queue.opened(state);
        before.receive("a", 1);
        before.snapshotState(FakeState.checkpoint(1));
        before.receive("lost", 2);

        Queue after = Queue.opened(FakeState.restored(1, state.entries()));
        after.receive("a", 11);
        after.receive("lost", 12);
        assertThat(after.emitted).containsExactly("lost");

        after.snapshotState(FakeState.checkpoint(2));
        after.notifyCheckpointComplete(2);
        assertThat(after.acknowledged).containsExactly(11L, 12L);
        assertThat(after.addId("a")).as("an acknowledged id may be used again").isTrue();
    }

    private static final class Queue
            extends MultipleIdsMessageAcknowledgingSourceBase<String, String, Long> {

        private static final long serialVersionUID = 1L;

        private final ArrayList<String> emitted = new ArrayList<>();
        private final ArrayList<Long> acknowledged = new ArrayList<>();

        private Queue() {
            super(String.class);
        }

        @SuppressWarnings("deprecation") // the mirrored open
        static Queue opened(FakeState state) throws Exception {
            Queue queue = new Queue();
            queue.initializeState(state);
            queue.open(new Configuration());
            return queue;
        }

        void receive(String id, long delivery) {
            sessionIds.add(delivery);
            if (addId(id)) {
                emitted.add(id);
            }
        }

        @Override
        protected void acknowledgeSessionIDs(List<Long> ids) {
            acknowledged.addAll(ids);
        }

        @Override
        public void run(SourceContext<String> ctx) {}

        @Override
        public void cancel() {}
    }
}
