// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.StreamElement.CheckpointBarrier;
import io.millrace.engine.exchange.StreamElement.EndOfChannel;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotOrder.Form;
import io.millrace.engine.worker.Progress;
import org.junit.jupiter.api.Test;

/** What a task does when the job stops with a savepoint. */
class TaskStopTest extends TaskFixture {

    private static final SnapshotOrder STOP =
            new SnapshotOrder(7, 57, Form.CANONICAL_SAVEPOINT, SnapshotOrder.ALIGNED, true);

    private void barriers() {
        send(0, new CheckpointBarrier(STOP));
        send(1, new CheckpointBarrier(STOP));
    }

    @Test
    void a_source_emits_nothing_after_the_cut_and_ends_when_all_is_complete() {
        Source source = startSource();
        source.toEmit.add(1);
        run();
        source.toEmit.add(2);
        task.mailbox().post(new Letter.TriggerCheckpoint(STOP));
        run();
        doIo();
        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(source.toEmit).containsExactly(2);
        assertThat(source.locked).as("nothing comes out of it any more").isTrue();
        assertThat(log).contains("acknowledge 7").doesNotContain("finished");

        task.mailbox().post(new Letter.Leave(7));
        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(source.toEmit).containsExactly(2);
        assertThat(log)
                .containsSubsequence("tail complete 7", "head complete 7", "head close", "finished")
                .doesNotContain("head finish", "end of data");
    }

    @Test
    void one_that_was_given_up_goes_on_where_it_stood() {
        Source source = startSource();
        source.toEmit.add(1);
        task.mailbox().post(new Letter.TriggerCheckpoint(STOP));
        run();
        source.toEmit.add(2);
        run();
        task.mailbox().post(new Letter.CheckpointAborted(7, 0));
        run();
        assertThat(source.toEmit).isEmpty();
        assertThat(source.locked).isFalse();
        assertThat(log).contains("head aborted 7", "head emit 2");
    }

    @Test
    void answers_that_come_after_the_cut_wait_and_go_on_if_it_is_given_up() {
        tail.keeps = 10;
        start();
        send(0, 1);
        run();
        barriers();
        run();
        doIo();
        tail.release();
        run();
        assertThat(tail.kept).as("it is in the savepoint").hasSize(1);
        task.mailbox().post(new Letter.CheckpointAborted(7, 0));
        run();
        assertThat(tail.kept).isEmpty();
    }

    @Test
    void answers_that_come_after_the_cut_are_forgotten_when_the_job_stops() {
        tail.keeps = 10;
        start();
        send(0, 1);
        run();
        barriers();
        run();
        doIo();
        tail.release();
        task.mailbox().post(new Letter.Leave(7));
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfChannel());
        }
        run();
        assertThat(tail.kept).hasSize(1);
        assertThat(log).contains("finished").doesNotContain("tail finish");
    }

    @Test
    void what_those_before_emit_while_they_commit_is_taken_before_the_end() {
        start();
        barriers();
        run();
        doIo();
        task.mailbox().post(new Letter.Leave(7));
        send(0, 9, new EndOfChannel());
        run();
        assertThat(log).contains("tail record 9").doesNotContain("finished");
        send(1, new EndOfData(), new EndOfChannel());
        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(log).contains("finished").doesNotContain("head finish", "end of data");
    }

    @Test
    void a_task_that_drains_is_not_gone_before_the_savepoint() {
        start();
        task.mailbox().post(new Letter.Drain());
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfData());
        }
        run();
        assertThat(log).contains("head finish", "tail finish", "end of data");
        barriers();
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfChannel());
        }
        run();
        doIo();
        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(log).contains("acknowledge 7 after the end").doesNotContain("finished");
        task.mailbox().post(new Letter.Leave(7));
        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(log).containsSubsequence("tail complete 7", "finished");
    }

    @Test
    void a_source_that_drains_ends_though_it_has_more_as_soon_as_it_can_be_locked() {
        Source source = startSource();
        source.lockable = false;
        source.toEmit.add(1);
        task.mailbox().post(new Letter.Drain());
        run();
        assertThat(source.toEmit).as("what it had handed over").isEmpty();
        assertThat(log).doesNotContain("head finish");
        source.lockable = true;
        source.available.complete(null);
        source.toEmit.add(2);
        run();
        assertThat(log).contains("head finish", "end of data");
        assertThat(source.toEmit).containsExactly(2);
        assertThat(source.locked).isTrue();
    }
}
