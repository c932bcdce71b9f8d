// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process of a test that is killed, stopped or waited for, with what it said in a file. A wait
 * that is in vain fails with the end of that, and the whole of it, with the stacks of the process,
 * is on standard error.
 */
public final class JobProcess implements AutoCloseable {

    /** What a process ends with that was killed by SIGKILL. */
    private static final int KILLED = 128 + 9;

    /** So much fits beside what was waited for, where only the begin of a message is shown. */
    private static final int END_OF_LOG = 280;

    private static final Duration STACKS = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final Path log;

    private JobProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** A program on this JVM's class path, which appends what it says to the log. */
    public static JobProcess java(String name, Path log, Class<?> main, List<String> arguments)
            throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx192m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                                "-cp",
                                System.getProperty("java.class.path"),
                                main.getName()));
        command.addAll(arguments);
        return of(name, log, command);
    }

    /** Any program, which appends what it says to the log. */
    public static JobProcess of(String name, Path log, List<String> command) throws IOException {
        return new JobProcess(
                name,
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start(),
                log);
    }

    public long pid() {
        return process.pid();
    }

    /** Waits for what it does; fails at once if it ends. */
    public <E extends Exception> void await(
            String what, Duration deadline, Await.Condition<E> condition) throws E {
        try {
            Await.until(what, deadline, () -> condition.holds() || !process.isAlive());
        } catch (AssertionError e) {
            throw failure("waited " + deadline + " in vain until " + what, e);
        }
        if (!process.isAlive() && !condition.holds()) {
            throw failure("ended with " + process.exitValue() + " before " + what, null);
        }
    }

    /** What it ends with. */
    public int awaitEnd(Duration deadline) throws InterruptedException {
        if (!process.waitFor(deadline.toSeconds(), TimeUnit.SECONDS)) {
            throw failure("waited " + deadline + " in vain until it ended", null);
        }
        return process.exitValue();
    }

    /** Fails unless it ends, and well. */
    public void awaitSuccess(Duration deadline) throws InterruptedException {
        int code = awaitEnd(deadline);
        if (code != 0) {
            throw failure("ended with " + code, null);
        }
    }

    /** By SIGKILL; fails if it had ended before. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        int code = process.waitFor();
        if (code != KILLED) {
            throw failure("was to be killed, and had ended with " + code, null);
        }
    }

    /** Sends a signal, such as STOP and CONT. */
    public void signal(String signal) throws IOException, InterruptedException {
        int code = send(signal);
        if (code != 0) {
            throw new AssertionError(
                    name + " can't be sent " + signal + ": kill ended with " + code);
        }
    }

    private int send(String signal) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** All that is in its log. */
    public String said() {
        try {
            // Who is killed may leave half a character.
            return Files.exists(log)
                    ? new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    : "nothing";
        } catch (IOException e) {
            return "what can't be read: " + e;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** With the end of what it said near the begin, for there may be no room for more. */
    private AssertionError failure(String how, Throwable cause) {
        String end = said().strip();
        if (process.isAlive()) {
            sayStacks();
        }
        System.err.println(name + " " + how + "; it said:\n" + said());
        return new AssertionError(
                name
                        + " "
                        + how
                        + "; its log ends: "
                        + end.substring(Math.max(0, end.length() - END_OF_LOG)),
                cause);
    }

    /** A JVM that is told to quit says where its threads are, and goes on. */
    private void sayStacks() {
        try {
            int before = said().length();
            send("QUIT");
            Await.until(
                    "its stacks are there", STACKS, () -> said().indexOf("JNI global", before) > 0);
        } catch (IOException | InterruptedException | AssertionError e) {
            System.err.println("No stacks of " + name + ": " + e.getMessage());
        }
    }
}
