// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AwaitTest {

    private static final Duration SHORT = Duration.ofMillis(50);

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void end() throws InterruptedException {
        System.setErr(before);
        release.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void standsStill(String name) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = new Thread(() -> stand(begun), name);
        thread.start();
        threads.add(thread);
        begun.await();
        Await.until("it stands", () -> thread.getState() == Thread.State.WAITING);
    }

    private void stand(CountDownLatch begun) {
        begun.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whatHoldsIsNotWaitedFor() {
        Await.until("it holds", Duration.ZERO, () -> true);
    }

    @Test
    void theConditionMayFail() {
        assertThatThrownBy(
                        () ->
                                Await.until(
                                        "it holds",
                                        () -> {
                                            throw new IOException("on purpose");
                                        }))
                .isInstanceOf(IOException.class)
                .hasMessage("on purpose");
    }

    @Test
    void inVainItSaysWhatForAndWhereThreadsOfJobsStand() throws Exception {
        standsStill("millrace words job-1");
        standsStill("millrace words task-1");
        standsStill("somebody else");

        assertThatThrownBy(() -> Await.until("pigs fly", SHORT, () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Waited PT0.05S in vain until pigs fly; threads: ")
                .message()
                .containsPattern("AwaitTest\\.stand:\\d+ <- words job-1, words task-1")
                .doesNotContain("somebody");
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("pigs fly; all threads:")
                .contains("\"somebody else\" WAITING\n    at ")
                .contains("AwaitTest.stand(");
    }

    @Test
    void howeverManyThereAreTheMessageIsShort() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        for (int i = 0; i < 30; i++) {
            standsStill("millrace a job with a rather long name task-" + i);
        }
        assertThatThrownBy(() -> Await.until("pigs fly", SHORT, () -> looks.incrementAndGet() < 0))
                .message()
                .endsWith("...")
                .hasSizeLessThan(400);
        assertThat(looks).hasPositiveValue();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("name task-29\" ");
    }
}
