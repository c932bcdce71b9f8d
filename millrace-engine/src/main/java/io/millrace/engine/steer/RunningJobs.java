// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.steer;

import io.millrace.engine.steer.Wire.Line;
import io.millrace.engine.storage.SocketDirectory;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The jobs that processes of this user run, asked by their sockets. The other end of {@link
 * Steering}. Caller's thread, which waits.
 */
public final class RunningJobs {

    private static final long PATIENCE_MS = 10_000;

    private final SocketDirectory directory;

    /**
     * @param directory of the sockets; null for the usual one
     * @param runtimeDirectory the value of {@code XDG_RUNTIME_DIR}; may be null
     */
    public RunningJobs(String directory, String runtimeDirectory) {
        this.directory = SocketDirectory.of(directory, runtimeDirectory);
    }

    /**
     * A running job.
     *
     * @param id 32 hexadecimal digits
     * @param state {@code RUNNING}, {@code RESTARTING}, ...
     * @param startedMs when it was started, in milliseconds since 1970
     * @param checkpoint where its newest completed checkpoint lies; null for none
     * @param process its process's number
     * @param directory in which that process was started
     */
    public record Job(
            String id,
            String name,
            String state,
            long startedMs,
            String checkpoint,
            long process,
            String directory,
            String socket) {}

    /** Which jobs there are, and who did not answer. */
    public record Listing(List<Job> jobs, List<String> problems) {}

    /** A call was refused by the job, or there is no such job; the message says why. */
    public static final class SteeringException extends IOException {
        private static final long serialVersionUID = 1L;

        SteeringException(String message) {
            super(message);
        }
    }

    /**
     * All jobs, the oldest first.
     *
     * @throws IOException the directory of the sockets is not this user's alone
     */
    public Listing list() throws IOException {
        List<Job> jobs = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        try {
            directory.check();
        } catch (NoSuchFileException e) {
            return new Listing(List.of(), List.of()); // nobody runs any, or not any more
        }
        for (String socket : directory.sockets()) {
            try {
                for (Line row : ask(socket, Map.of("call", "list"), PATIENCE_MS)) {
                    jobs.add(job(row, socket));
                }
            } catch (IOException | NumberFormatException e) {
                problems.add(
                        "process "
                                + SocketDirectory.process(socket).map(String::valueOf).orElse("?")
                                + " does not answer at "
                                + socket
                                + ": "
                                + e.getMessage());
            }
        }
        jobs.sort(Comparator.comparingLong(Job::startedMs).thenComparing(Job::id));
        return new Listing(jobs, problems);
    }

    private static Job job(Line row, String socket) throws IOException {
        if (row.value("id") == null
                || row.value("started") == null
                || row.value("process") == null) {
            throw new IOException("its answer makes no sense");
        }
        return new Job(
                row.value("id"),
                String.valueOf(row.value("name")),
                String.valueOf(row.value("state")),
                Long.parseLong(row.value("started")),
                row.value("checkpoint"),
                Long.parseLong(row.value("process")),
                row.value("dir"),
                socket);
    }

    /**
     * The job that is meant.
     *
     * @param which its id, the beginning of it, or its name
     * @throws SteeringException there is none, or there are several; they are listed
     */
    public Job find(String which) throws IOException {
        Listing listing = list();
        List<Job> found = listing.jobs.stream().filter(job -> job.id.equals(which)).toList();
        if (found.isEmpty()) {
            found =
                    listing.jobs.stream()
                            .filter(job -> job.name.equals(which) || isPrefix(which, job.id))
                            .toList();
        }
        if (found.size() == 1) {
            return found.get(0);
        }
        String problems =
                listing.problems.isEmpty() ? "" : " But " + String.join("; ", listing.problems);
        if (found.isEmpty()) {
            throw new SteeringException(
                    "No job '"
                            + which
                            + "' runs in a process of this user."
                            + (listing.jobs.isEmpty()
                                    ? " There is none at all."
                                    : " There are: " + told(listing.jobs))
                            + problems);
        }
        throw new SteeringException(
                "There are "
                        + found.size()
                        + " jobs '"
                        + which
                        + "'; say which by its id: "
                        + told(found)
                        + problems);
    }

    private static boolean isPrefix(String which, String id) {
        return which.length() >= 2 && id.startsWith(which);
    }

    private static String told(List<Job> jobs) {
        return jobs.stream()
                .map(job -> job.id + " ('" + job.name + "', process " + job.process + ")")
                .collect(Collectors.joining(", "));
    }

    /**
     * Takes a savepoint.
     *
     * @param target null for the directory that is configured
     * @param format {@code canonical} or {@code native}; null for the default
     * @return where it lies
     */
    public String savepoint(Job job, String target, String format) throws IOException {
        return place(job, call("savepoint", job, target, format));
    }

    /** Takes a savepoint and ends the job with it; where it lies. */
    public String stop(Job job, boolean drain, String target, String format) throws IOException {
        Map<String, String> call = call("stop", job, target, format);
        call.put("drain", String.valueOf(drain));
        return place(job, call);
    }

    /** Cancels a job; returns when it has ended. */
    public void cancel(Job job) throws IOException {
        ask(job.socket, call("cancel", job, null, null), 0);
    }

    /** Takes a savepoint and cancels the job; where it lies. */
    public String cancelWithSavepoint(Job job, String target, String format) throws IOException {
        Map<String, String> call = call("cancel", job, target, format);
        call.put("savepoint", "true");
        return place(job, call);
    }

    private static Map<String, String> call(String call, Job job, String target, String format) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("call", call);
        values.put("job", job.id);
        values.put("dir", target);
        values.put("format", format);
        return values;
    }

    private String place(Job job, Map<String, String> call) throws IOException {
        for (Line row : ask(job.socket, call, 0)) {
            if (row.value("path") != null) {
                return row.value("path");
            }
        }
        throw new IOException("The process did not say where the savepoint lies.");
    }

    /**
     * @param waitMs for each line of the answer; 0 for as long as the process lives
     */
    private static List<Line> ask(String socket, Map<String, String> call, long waitMs)
            throws IOException {
        SocketChannel channel = Sockets.connect(socket);
        if (channel == null) {
            if (call.get("call").equals("list")) {
                return List.of();
            }
            throw new SteeringException("The process of the job has ended meanwhile.");
        }
        try (Wire wire = new Wire(channel)) {
            Map<String, String> question = new LinkedHashMap<>();
            question.put("protocol", String.valueOf(Wire.PROTOCOL));
            question.putAll(call);
            wire.write(new Line(Wire.QUESTION, question), PATIENCE_MS);
            List<Line> rows = new ArrayList<>();
            while (true) {
                Line line = wire.read(waitMs);
                switch (line.word()) {
                    case Wire.DONE:
                        return rows;
                    case Wire.FAILED:
                        throw new SteeringException(String.valueOf(line.value("message")));
                    default:
                        rows.add(line);
                }
            }
        } catch (EOFException e) {
            throw new SteeringException(
                    "The process of the job has ended, or hung up, before it answered."
                            + (takesSavepoint(call)
                                    ? " The savepoint may be complete all the same: millrace"
                                            + " checkpoint list shows what lies in its directory."
                                    : ""));
        }
    }

    private static boolean takesSavepoint(Map<String, String> call) {
        String word = call.get("call");
        return word.equals("savepoint") || word.equals("stop") || call.containsKey("savepoint");
    }
}
