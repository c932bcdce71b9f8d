// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A JVM that runs the {@link WordCountJob}, and what it has told so far. Used by one thread. */
final class Child {

    /** What a process ends with that was killed by signal 9. */
    private static final int KILLED = 128 + 9;

    private final Process process;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Thread listener;

    private long records;
    private final Set<Long> checkpointIds = new LinkedHashSet<>();
    private long lastCheckpoint = -1;
    private Long restoredFrom;

    private Child(Process process) {
        this.process = process;
        this.listener = new Thread(this::listen, "child " + process.pid());
        listener.setDaemon(true);
        listener.start();
    }

    /** Starts it on the Java and the class path of this process. */
    static Child start(Path settings, Path log, List<String> jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dfile.encoding=UTF-8");
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(WordCountJob.class.getName());
        command.add(settings.toString());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(log.toFile());
        return new Child(builder.start());
    }

    private void listen() {
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Event.parse(line).ifPresent(events::add);
            }
        } catch (IOException e) {
            // A killed process leaves its last line unfinished or its pipe broken; it has told
            // enough.
            events.clear();
        }
    }

    /**
     * Takes in what it has told since.
     *
     * @return whether there was something new
     */
    boolean hear(long atMostMs) throws InterruptedException {
        Event event = events.poll(atMostMs, TimeUnit.MILLISECONDS);
        boolean news = event != null;
        while (event != null) {
            take(event);
            event = events.poll();
        }
        return news;
    }

    private void take(Event event) {
        switch (event.kind()) {
            case RECORDS -> records = Math.max(records, event.number());
            case RESTORED -> restoredFrom = event.number();
            case CHECKPOINT -> {
                checkpointIds.add(event.number());
                lastCheckpoint = event.number();
            }
        }
    }

    /**
     * Kills it as {@code kill -9} does.
     *
     * @return whether it was this that ended it
     */
    boolean kill() throws InterruptedException {
        process.destroyForcibly();
        int code = process.waitFor();
        hearTheRest();
        return code == KILLED;
    }

    /** Takes in what was told up to the end of the process. */
    void hearTheRest() throws InterruptedException {
        listener.join(TimeUnit.SECONDS.toMillis(5));
        hear(0);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Of a process that has ended. */
    int exitCode() {
        return process.exitValue();
    }

    /** Records it has read. */
    long records() {
        return records;
    }

    /** The checkpoints it has told of, in their order. */
    Set<Long> checkpointIds() {
        return checkpointIds;
    }

    /** The id of the last one; -1 before. */
    long lastCheckpoint() {
        return lastCheckpoint;
    }

    /** The checkpoint its state came from. */
    Optional<Long> restoredFrom() {
        return Optional.ofNullable(restoredFrom);
    }
}
