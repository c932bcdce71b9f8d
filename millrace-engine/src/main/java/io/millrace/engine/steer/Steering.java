// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.steer;

import io.millrace.core.execution.SavepointFormatType;
import io.millrace.engine.steer.Wire.Line;
import io.millrace.engine.storage.SocketDirectory;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for what the user says to the jobs of this process.
 *
 * <p>There is one socket for a process and each directory that its jobs name, open while at least
 * one of its jobs runs. It is opened and served by daemon threads, so that no job waits for it; if
 * it can't be opened, that is said once and the jobs run on.
 *
 * <p>Its life: it is bound under a name nobody looks for, listens, and is then given its own
 * (process id and some random letters: processes of several containers may share a directory). When
 * the last job has ended it is closed and removed, and the directory too when it is empty. A
 * process that is killed leaves its socket behind; whoever finds that nobody listens there removes
 * it.
 *
 * <p>Who connects is the user: the directory is open to nobody else ({@link SocketDirectory}). That
 * somebody talks nonsense, slowly or not at all, costs a thread for a few seconds; of these there
 * are at most {@link #MOST_CONNECTIONS}.
 */
public final class Steering {

    private static final Logger LOG = LoggerFactory.getLogger(Steering.class);

    static final int MOST_CONNECTIONS = 32;

    private static final int MOST_TRIES = 10;

    /** How long a client may take for what is to be said at once. */
    private static final long PATIENCE_MS = 5_000;

    private static final Map<String, Steering> OF_PROCESS = new ConcurrentHashMap<>();

    private final SocketDirectory directory;
    private final long patienceMs;
    private final Map<String, SteerableJob> jobs = new LinkedHashMap<>();
    private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);

    /** Open, or being opened; guarded by {@code jobs}. */
    private Listener listener;

    private boolean warned;

    /**
     * @param patienceMs how long a client may take
     */
    Steering(SocketDirectory directory, long patienceMs) {
        this.directory = directory;
        this.patienceMs = patienceMs;
    }

    /**
     * From now on, until it has ended, the job can be steered from other processes of this user.
     *
     * @param directory of the socket; null for the usual one
     */
    public static void add(SteerableJob job, String directory) {
        SocketDirectory place = SocketDirectory.of(directory, System.getenv("XDG_RUNTIME_DIR"));
        OF_PROCESS
                .computeIfAbsent(place.toString(), unused -> new Steering(place, PATIENCE_MS))
                .add(job);
    }

    void add(SteerableJob job) {
        synchronized (jobs) {
            jobs.put(job.id(), job);
            if (listener == null) {
                listener = new Listener();
                listener.start();
            }
        }
        job.ended().whenComplete((unused, problem) -> remove(job));
    }

    private void remove(SteerableJob job) {
        Listener idle = null;
        synchronized (jobs) {
            jobs.remove(job.id(), job);
            if (jobs.isEmpty()) {
                idle = listener;
                listener = null;
            }
        }
        if (idle != null) {
            idle.end();
        }
    }

    /** Waits on one socket, from its opening to its end. */
    private final class Listener extends Thread {
        private volatile ServerSocketChannel server;
        private volatile boolean ended;

        Listener() {
            super("millrace steering");
            setDaemon(true);
        }

        @Override
        public void run() {
            String socket = null;
            try (ServerSocketChannel opened =
                    ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                server = opened;
                socket = open(opened);
                while (!ended) {
                    serve(opened.accept());
                }
            } catch (ClosedChannelException e) {
                // The last job has ended.
                LOG.debug("Steering ends", e);
            } catch (IOException | RuntimeException e) {
                warn(e);
            } finally {
                if (socket != null) {
                    SocketDirectory.remove(socket);
                    directory.leave();
                }
            }
        }

        /** Another process that ends may take the directory away in between; it is made again. */
        private String open(ServerSocketChannel opened) throws IOException {
            for (int tries = 1; ; tries++) {
                String hidden =
                        directory.hiddenPlace(
                                ProcessHandle.current().pid()
                                        + "-"
                                        + UUID.randomUUID().toString().substring(0, 8));
                try {
                    directory.take();
                    Sockets.removeDead(directory);
                    opened.bind(UnixDomainSocketAddress.of(hidden));
                } catch (IOException e) {
                    if (tries == MOST_TRIES || directory.exists()) {
                        throw e;
                    }
                    continue;
                }
                try {
                    return directory.show(hidden);
                } catch (IOException e) {
                    SocketDirectory.remove(hidden);
                    throw e;
                }
            }
        }

        void end() {
            ended = true;
            ServerSocketChannel open = server;
            if (open != null) {
                try {
                    open.close();
                } catch (IOException e) {
                    LOG.debug("The socket for steering could not be closed", e);
                }
            }
        }
    }

    private void warn(Exception e) {
        synchronized (jobs) {
            if (warned) {
                return;
            }
            warned = true;
        }
        LOG.warn(
                "The jobs of this process can't be steered from the shell (millrace list,"
                        + " savepoint, stop, cancel), since no socket could be opened in {}: {} They"
                        + " run on. Another directory is named with millrace.steering.dir;"
                        + " millrace.steering.enabled: false does without.",
                directory,
                e.getMessage() == null ? e.toString() : e.getMessage());
    }

    private void serve(SocketChannel client) throws IOException {
        if (!connections.tryAcquire()) {
            client.close();
            return;
        }
        Thread thread =
                new Thread(
                        () -> {
                            try (Wire wire = new Wire(client)) {
                                answer(wire);
                            } catch (IOException | RuntimeException e) {
                                LOG.debug("A client of the steering socket was hung up on", e);
                            } finally {
                                connections.release();
                            }
                        },
                        "millrace steering call");
        thread.setDaemon(true);
        thread.start();
    }

    private void answer(Wire wire) throws IOException {
        Line question;
        try {
            question = wire.read(patienceMs);
        } catch (IOException e) {
            wire.write(failed("This is no question: " + e.getMessage()), patienceMs);
            return;
        }
        try {
            answer(question, wire);
        } catch (Refusal e) {
            wire.write(failed(e.getMessage()), patienceMs);
        }
    }

    /** What was asked can't be; the message says why. */
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;

        Refusal(String message) {
            super(message);
        }
    }

    private void answer(Line question, Wire wire) throws IOException, Refusal {
        if (!question.word().equals(Wire.QUESTION)
                || !String.valueOf(Wire.PROTOCOL).equals(question.value("protocol"))) {
            throw new Refusal(
                    "The process speaks version "
                            + Wire.PROTOCOL
                            + " of the protocol; use the launcher of its version of Millrace.");
        }
        String call = String.valueOf(question.value("call"));
        switch (call) {
            case "list" -> {
                for (SteerableJob job : all()) {
                    wire.write(row(job), patienceMs);
                }
            }
            case "savepoint", "stop", "cancel" -> {
                SteerableJob job = job(question);
                LastWord lastWord = new LastWord(job);
                try {
                    steer(job, call, question, wire);
                } finally {
                    lastWord.said();
                }
                return;
            }
            default -> throw new Refusal("There is no call '" + call + "'.");
        }
        wire.write(new Line(Wire.DONE, Map.of()), patienceMs);
    }

    private void steer(SteerableJob job, String call, Line question, Wire wire) throws IOException {
        try {
            String dir = question.value("dir");
            SavepointFormatType format = format(question);
            if (call.equals("savepoint")) {
                place(wire, job.savepoint(dir, format));
            } else if (call.equals("stop")) {
                place(wire, job.stop("true".equals(question.value("drain")), dir, format));
            } else if ("true".equals(question.value("savepoint"))) {
                place(wire, job.cancelWithSavepoint(dir, format));
            } else {
                await(job.cancel());
            }
            wire.write(new Line(Wire.DONE, Map.of()), patienceMs);
        } catch (Refusal e) {
            wire.write(failed(e.getMessage()), patienceMs);
        }
    }

    /**
     * Who ends a job mostly ends its process with it. Where the job has ended, the process waits,
     * for a while, until the answer to who ended it is on its way.
     */
    private final class LastWord {
        private final CountDownLatch said = new CountDownLatch(1);
        private final Thread hook;

        LastWord(SteerableJob job) {
            hook = new Thread(() -> awaitIfEnded(job), "millrace steering answer");
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException e) {
                LOG.debug("The process is ending already", e);
            }
        }

        private void awaitIfEnded(SteerableJob job) {
            try {
                if (job.ended().isDone() && !said.await(patienceMs, TimeUnit.MILLISECONDS)) {
                    LOG.debug("The process ends before its last answer");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void said() {
            said.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                LOG.debug("The process is ending", e);
            }
        }
    }

    private Iterable<SteerableJob> all() {
        synchronized (jobs) {
            return List.copyOf(jobs.values());
        }
    }

    private SteerableJob job(Line question) throws Refusal {
        String id = question.value("job");
        synchronized (jobs) {
            SteerableJob job = jobs.get(id);
            if (job == null) {
                throw new Refusal("There is no job " + id + " in this process; it may have ended.");
            }
            return job;
        }
    }

    private static SavepointFormatType format(Line question) throws Refusal {
        String format = question.value("format");
        if (format == null) {
            return SavepointFormatType.DEFAULT;
        }
        try {
            return SavepointFormatType.valueOf(format.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new Refusal("A savepoint is canonical or native, not '" + format + "'.");
        }
    }

    private void place(Wire wire, CompletableFuture<String> place) throws IOException, Refusal {
        String where = await(place);
        wire.write(new Line("savepoint", Map.of("path", where)), patienceMs);
    }

    /** The job ends, or it answers: one of the two is certain. */
    private static <T> T await(CompletableFuture<T> answer) throws Refusal {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new Refusal(told(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal("The process was interrupted.");
        }
    }

    private static String told(Throwable problem) {
        StringBuilder text = new StringBuilder();
        String said = "";
        for (Throwable t = problem; t != null; t = t.getCause()) {
            String message = t.getMessage() == null ? t.getClass().getName() : t.getMessage();
            if (!said.contains(message)) {
                text.append(text.length() == 0 ? "" : " because: ").append(message);
                said = message;
            }
        }
        return text.toString();
    }

    private static Line row(SteerableJob job) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("id", job.id());
        values.put("name", job.name());
        values.put("state", job.state());
        values.put("started", String.valueOf(job.startedMs()));
        values.put("checkpoint", job.lastCheckpoint().orElse(null));
        values.put("process", String.valueOf(ProcessHandle.current().pid()));
        values.put("dir", System.getProperty("user.dir"));
        return new Line("job", values);
    }

    private static Line failed(String message) {
        return new Line(Wire.FAILED, Map.of("message", message));
    }
}
