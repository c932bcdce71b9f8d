// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.worker.Progress;
import org.junit.jupiter.api.Test;

/** How a task fails, and how it is cancelled. */
class TaskFailureTest extends TaskFixture {

    @Test
    void what_an_operator_throws_ends_the_task_and_is_told_with_its_name() {
        start();
        tail.throwAt = "record 2";
        send(0, 1, 2, 3);

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log).containsSubsequence("tail record 2", "tail close", "head close", "failed");
        assertThat(log).doesNotContain("head record 3", "head finish");
        assertThat(told.failure.operator()).isEqualTo("tail");
        assertThat(told.failure.taskName()).isEqualTo("head -> tail (2/2)");
        assertThat(told.failure.cause()).hasRootCauseMessage("on purpose at record 2");
        assertThat(task.step()).isEqualTo(Progress.DONE);
    }

    @Test
    void a_failure_to_open_closes_what_was_made() {
        head.throwAt = "open";
        build(in);

        assertThat(task.step()).isEqualTo(Progress.DONE);

        assertThat(log)
                .containsSubsequence("head open", "tail close", "failed")
                .doesNotContain("running");
        assertThat(log).contains("head close");
    }

    @Test
    void a_second_failure_while_closing_is_kept_with_the_first() {
        start();
        tail.throwAt = "record 1";
        send(0, 1);
        head.throwAt = "close";
        run();

        assertThat(told.failure.operator()).isEqualTo("tail");
        assertThat(told.failure.cause().getSuppressed()).hasSize(1);
    }

    @Test
    void when_it_is_cancelled_it_closes_and_does_not_finish() {
        start();
        send(0, 1, 2, 3);
        head.atRecord = () -> task.mailbox().requestCancel();

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(logged())
                .containsExactly(
                        "head record 1", "tail record 1", "tail close", "head close", "canceled");
    }

    @Test
    void a_task_cancelled_before_it_began_opens_nothing() {
        build(in);
        task.mailbox().requestCancel();

        assertThat(task.step()).isEqualTo(Progress.DONE);
        assertThat(log).containsExactly("canceled");
    }

    @Test
    void what_looks_like_a_cancel_and_is_none_is_a_failure() {
        start();
        head.atRecord =
                () -> {
                    throw new TaskCancelled();
                };
        send(0, 1);
        run();

        assertThat(log).contains("failed").doesNotContain("canceled");
    }

    @Test
    void what_is_thrown_because_of_a_cancel_is_no_failure() {
        start();
        head.atRecord =
                () -> {
                    task.mailbox().requestCancel();
                    throw new IllegalStateException("interrupted, perhaps");
                };
        send(0, 1);
        run();

        assertThat(log).contains("canceled").doesNotContain("failed");
    }
}
