// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.StreamElement.CancelMarker;
import io.millrace.engine.exchange.StreamElement.EndOfChannel;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import io.millrace.engine.exchange.StreamElement.Status;
import io.millrace.engine.exchange.StreamElement.Watermark;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.worker.Progress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A task with a source at its head. */
class TaskSourceTest extends TaskFixture {

    @Test
    void a_source_at_the_head_is_asked_for_records_until_it_has_none() {
        Source source = startSource();
        source.toEmit.addAll(List.of(1, 2));

        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(sent()).containsExactly(1, 2);
        source.toEmit.add(3);
        assertThat(run()).as("it has said that it will call").isEqualTo(Progress.NONE);
        assertThat(sent()).isEmpty();

        source.available.complete(null);
        run();
        assertThat(sent()).containsExactly(3);
    }

    @Test
    void a_source_takes_its_snapshot_between_two_records_when_told_by_letter() {
        Source source = startSource();
        source.toEmit.addAll(List.of(1, 2, 3));
        tail.atRecord =
                () -> {
                    if (!log.contains("tail record 2")) {
                        task.mailbox()
                                .post(
                                        new Letter.TriggerCheckpoint(
                                                SnapshotOrder.checkpoint(1, 51)));
                    }
                };
        run();

        assertThat(sent()).containsExactly(1, barrier(1), 2, 3);
        assertThat(source.locked).isFalse();
    }

    @Test
    void a_source_with_a_thread_of_its_own_is_waited_for_and_emits_meanwhile() {
        Source source = startSource();
        source.lockable = false;
        source.toEmit.add(1);
        task.mailbox().post(new Letter.TriggerCheckpoint(SnapshotOrder.checkpoint(1, 51)));
        run();
        assertThat(sent()).containsExactly(1);

        source.lockable = true;
        source.available.complete(null);
        run();
        assertThat(sent()).containsExactly(barrier(1));
    }

    @Test
    void at_the_end_of_a_source_event_time_ends_before_the_data_does() {
        Source source = startSource();
        source.toEmit.add(1);
        source.ends = true;

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(sent())
                .containsExactly(
                        1,
                        new Status(false),
                        new Watermark(Long.MAX_VALUE),
                        new EndOfData(),
                        new EndOfChannel());
        assertThat(log)
                .containsSubsequence(
                        "tail watermark " + Long.MAX_VALUE, "head finish", "tail finish");
    }

    @Test
    void an_event_from_the_coordinator_reaches_the_source() {
        startSource();
        task.mailbox().post(new Letter.SourceEvent("splits"));
        run();
        assertThat(log).contains("head event splits");
    }

    @Test
    void a_cancelled_source_is_told_to_cancel_before_it_is_closed() {
        startSource();
        task.mailbox().requestCancel();
        run();
        assertThat(logged()).containsExactly("head cancel", "tail close", "head close", "canceled");
    }

    @Test
    void checkpoints_after_the_end_may_be_off_and_are_declined_then() {
        settings = new TaskSettings(true, false, true, true, 0);
        start();
        send(0, new EndOfData(), barrier(1));
        send(1, new EndOfData(), barrier(1));
        run();

        assertThat(log).contains("decline 1 END_OF_INPUT");
        assertThat(sent()).containsExactly(new EndOfData(), new CancelMarker(1));
    }

    @Test
    void a_call_that_waits_for_room_ends_when_the_task_is_cancelled() {
        overflow =
                ready -> {
                    task.mailbox().requestCancel();
                    throw new TaskCancelled();
                };
        start();
        head.atRecord =
                () -> {
                    for (int i = 0; i < 1_000_000; i++) {
                        tail.output.collect(i, NONE);
                    }
                };
        send(0, 1);

        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(log).endsWith("canceled");
    }
}
