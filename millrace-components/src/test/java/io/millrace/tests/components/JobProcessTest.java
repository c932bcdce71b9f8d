// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(100)
class JobProcessTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir Path folder;

    private JobProcess shell(String script) throws IOException {
        return JobProcess.of("the shell", folder.resolve("log"), List.of("sh", "-c", script));
    }

    /** Says that it is there, and waits for ever. */
    public static final class Waits {
        private Waits() {}

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("it is there, " + arguments[0]);
            new CountDownLatch(1).await();
        }
    }

    @Test
    void itIsWaitedForAndKilled() throws Exception {
        try (JobProcess process = shell("echo one; exec sleep 1000")) {
            process.await("it has said one", LONG, () -> process.said().contains("one"));
            process.kill();
        }
        try (JobProcess process = shell("echo two")) {
            process.awaitSuccess(LONG);
            assertThat(process.said()).isEqualTo("one\ntwo\n");
        }
    }

    @Test
    void whoEndsBeforeIsToldWithTheEndOfItsLog() throws Exception {
        try (JobProcess process = shell("seq 1000; echo out of numbers; exit 3")) {
            assertThatThrownBy(() -> process.await("pigs fly", LONG, () -> false))
                    .hasMessageStartingWith(
                            "the shell ended with 3 before pigs fly; its log ends: ")
                    .hasMessageEndingWith("1000\nout of numbers")
                    .message()
                    .hasSizeLessThan(400);
            assertThatThrownBy(() -> process.awaitSuccess(LONG))
                    .hasMessageStartingWith("the shell ended with 3; its log ends: ");
            assertThatThrownBy(process::kill)
                    .hasMessageStartingWith(
                            "the shell was to be killed, and had ended with 3; its log ends: ");
        }
    }

    @Test
    void whoDoesNotDoItIsToldWithItsStacksInTheLog() throws Exception {
        try (JobProcess process =
                JobProcess.java("it", folder.resolve("log"), Waits.class, List.of("alone"))) {
            process.await("it has begun", LONG, () -> process.said().contains("there"));
            assertThatThrownBy(() -> process.await("pigs fly", Duration.ofMillis(20), () -> false))
                    .hasMessageStartingWith("it waited PT0.02S in vain until pigs fly")
                    .hasMessageEndingWith("its log ends: it is there, alone");
            assertThat(process.said()).contains("JobProcessTest$Waits.main(");
        }
    }
}
