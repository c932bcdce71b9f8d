// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.connector.sink2.CommittableSummary;
import io.millrace.streaming.api.connector.sink2.CommittableWithLineage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommittableArrivalsTest {

    private static final class Text implements SimpleVersionedSerializer<String> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String deserialize(int version, byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static CommittableArrivals<String> arrivals(boolean whole) {
        return new CommittableArrivals<>("sink", new Text(), whole);
    }

    private static void announce(
            CommittableArrivals<String> arrivals, int sender, int senders, long id, int count) {
        arrivals.add(new CommittableSummary<>(sender, senders, id, count, count, 0));
    }

    private static void send(
            CommittableArrivals<String> arrivals, int sender, long id, String text) {
        arrivals.add(new CommittableWithLineage<>(text, id, sender));
    }

    private static List<String> ready(CommittableArrivals<String> arrivals, long completed) {
        return texts(arrivals.takeReady(completed));
    }

    private static List<String> texts(Map<Long, CommittableArrivals.Batch<String>> batches) {
        List<String> texts = new ArrayList<>();
        batches.forEach((id, batch) -> batch.take().forEach(text -> texts.add(id + text)));
        return texts;
    }

    @Test
    void whatHasArrivedIsCommittedWithTheFirstCheckpointThatHoldsIt() {
        CommittableArrivals<String> arrivals = arrivals(false);
        announce(arrivals, 0, 1, 1, 1);
        arrivals.barrier(1);
        send(arrivals, 0, 1, "late"); // held back by what is before
        assertThat(ready(arrivals, 1)).isEmpty();
        arrivals.barrier(2);
        assertThat(ready(arrivals, 1)).isEmpty();
        assertThat(ready(arrivals, 2)).containsExactly("1late");
        assertThat(ready(arrivals, 3)).isEmpty();
    }

    @Test
    void aCheckpointWaitsUntilAllThatWasAnnouncedHasCome() {
        CommittableArrivals<String> arrivals = arrivals(false);
        announce(arrivals, 0, 2, 1, 2);
        send(arrivals, 0, 1, "a");
        announce(arrivals, 1, 2, 2, 1);
        send(arrivals, 1, 2, "c");
        arrivals.barrier(2);
        assertThat(ready(arrivals, 2)).containsExactly("2c");
        send(arrivals, 0, 1, "b");
        arrivals.barrier(3);
        assertThat(ready(arrivals, 3)).containsExactly("1a", "1b");
    }

    @Test
    void aWholeWaitsForAllSendersButNotForThoseThatAreFurther() {
        CommittableArrivals<String> arrivals = arrivals(true);
        announce(arrivals, 0, 2, 1, 1);
        send(arrivals, 0, 1, "a");
        arrivals.barrier(2);
        assertThat(ready(arrivals, 2)).isEmpty();
        announce(arrivals, 1, 2, CommittableMessage.EOI, 1);
        send(arrivals, 1, CommittableMessage.EOI, "end");
        arrivals.barrier(3);
        assertThat(ready(arrivals, 3)).containsExactly("1a");
        assertThat(ready(arrivals, Long.MAX_VALUE)).containsExactly(CommittableMessage.EOI + "end");
    }

    @Test
    void whatWaitsSurvivesAndIsTakenAtOnceAfterARestore() throws Exception {
        CommittableArrivals<String> arrivals = arrivals(false);
        announce(arrivals, 0, 1, 7, 2);
        send(arrivals, 0, 7, "a");
        arrivals.barrier(7);
        CommittableArrivals<String> restored = arrivals(false);
        restored.restore(arrivals.snapshot());
        assertThat(texts(restored.takeRestored())).containsExactly("7a");
        send(restored, 0, 7, "b");
        restored.barrier(8);
        assertThat(ready(restored, 8)).containsExactly("7b");
    }

    @Test
    void aSenderThatHadEndedBeforeTheSnapshotIsNotWaitedForAfterARestore() throws Exception {
        CommittableArrivals<String> arrivals = arrivals(true);
        announce(arrivals, 0, 2, CommittableMessage.EOI, 0);
        announce(arrivals, 1, 2, 1, 0);
        arrivals.barrier(1);
        CommittableArrivals<String> restored = arrivals(true);
        restored.restore(arrivals.snapshot());
        restored.takeRestored();
        announce(restored, 1, 2, 2, 1);
        send(restored, 1, 2, "a");
        restored.barrier(2);
        assertThat(ready(restored, 2)).containsExactly("2a");
    }

    @Test
    void withAnotherNumberOfSendersAllAreWaitedForAfterARestore() throws Exception {
        CommittableArrivals<String> arrivals = arrivals(true);
        announce(arrivals, 0, 2, CommittableMessage.EOI, 0);
        CommittableArrivals<String> restored = arrivals(true);
        restored.restore(arrivals.snapshot());
        restored.takeRestored();
        announce(restored, 1, 3, 2, 1);
        announce(restored, 2, 3, 2, 0);
        send(restored, 1, 2, "a");
        restored.barrier(2);
        assertThat(ready(restored, 2)).isEmpty();
        announce(restored, 0, 3, 2, 0);
        restored.barrier(2);
        assertThat(ready(restored, 2)).containsExactly("2a");
    }
}
