// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.StreamElement.EndOfChannel;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import org.junit.jupiter.api.Test;

/** When a task tells what its functions have counted. */
class TaskAccumulatorsTest extends TaskFixture {

    @Test
    void how_accumulators_stand_is_told_between_two_records_and_is_a_copy() {
        start();
        head.atRecord =
                () -> {
                    head.counts(1);
                    head.atRecord = () -> head.counts(1);
                    task.mailbox().post(new Letter.TellAccumulators(8));
                };
        tail.counts(5);
        send(0, "a", "b");
        run();

        assertThat(logged())
                .containsExactly(
                        "head record a",
                        "tail record a",
                        "accumulators for 8 n=1 n=5",
                        "head record b",
                        "tail record b");
    }

    @Test
    void the_code_of_a_source_does_not_run_while_its_accumulators_are_copied() {
        Source source = startSource();
        source.counts(2);
        source.lockable = false;
        task.mailbox().post(new Letter.TellAccumulators(1));
        run();
        assertThat(logged()).isEmpty();

        source.lockable = true;
        run();
        assertThat(logged()).containsExactly("accumulators for 1 n=2");
        assertThat(source.locked).isFalse();
    }

    @Test
    void the_last_word_on_accumulators_comes_after_close_and_before_the_news_of_the_end() {
        start();
        head.counts(3);
        tail.countsItsClose = true;
        send(0, new EndOfData(), new EndOfChannel());
        send(1, new EndOfData(), new EndOfChannel());
        run();

        assertThat(logged())
                .endsWith(
                        "tail close",
                        "head close",
                        "accumulators at the end n=3 n=100",
                        "finished");
    }

    @Test
    void a_task_that_fails_tells_what_it_had_counted() {
        head.throwAt = "record b";
        start();
        head.atRecord = () -> head.counts(1);
        send(0, "a", "b");
        run();

        assertThat(logged())
                .endsWith("tail close", "head close", "accumulators at the end n=1", "failed");
    }
}
