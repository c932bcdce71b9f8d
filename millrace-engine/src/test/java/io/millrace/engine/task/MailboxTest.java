// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MailboxTest {

    private final Mailbox mailbox = new Mailbox();
    private final AtomicInteger woken = new AtomicInteger();

    private static Letter letter(long id) {
        return new Letter.CheckpointComplete(id);
    }

    @Test
    void letters_come_out_in_the_order_they_were_put_in_and_wake_the_task() {
        mailbox.connect(woken::incrementAndGet);
        mailbox.post(letter(1));
        mailbox.post(letter(2));

        assertThat(woken).hasValue(2);
        assertThat(mailbox.hasMail()).isTrue();
        assertThat(mailbox.take()).isEqualTo(letter(1));
        assertThat(mailbox.take()).isEqualTo(letter(2));
        assertThat(mailbox.take()).isNull();
        assertThat(mailbox.hasMail()).isFalse();
    }

    @Test
    void what_came_before_somebody_could_be_woken_wakes_at_once() {
        mailbox.post(letter(1));
        mailbox.connect(woken::incrementAndGet);
        assertThat(woken).hasValue(1);
    }

    @Test
    void the_wish_to_cancel_does_not_queue_behind_letters() {
        mailbox.connect(woken::incrementAndGet);
        mailbox.post(letter(1));
        assertThat(mailbox.cancelRequested()).isFalse();

        mailbox.requestCancel();

        assertThat(mailbox.cancelRequested()).isTrue();
        assertThat(mailbox.hasMail()).as("seen in the middle of a batch").isTrue();
        assertThat(woken).hasValue(2);
    }

    @Test
    @Timeout(30)
    void no_letter_is_missed_by_a_task_that_looks_only_when_told_that_there_is_mail()
            throws Exception {
        int count = 100_000;
        Thread poster =
                new Thread(
                        () -> {
                            for (int i = 0; i < count; i++) {
                                mailbox.post(letter(i));
                            }
                        });
        poster.start();
        long expected = 0;
        while (expected < count) {
            if (mailbox.hasMail()) {
                for (Letter next = mailbox.take(); next != null; next = mailbox.take()) {
                    assertThat(next).isEqualTo(letter(expected++));
                }
            } else {
                Thread.onSpinWait();
            }
        }
        poster.join();
        assertThat(mailbox.take()).isNull();
    }
}
