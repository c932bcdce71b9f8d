// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A session cluster of a real Flink: one JobManager and two TaskManagers of four slots each, every
 * one a process of its own, on loopback. Their class path is that of the module {@code
 * millrace-flink-VERSION}; nothing of Millrace is on it.
 */
final class FlinkCluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Pattern JOB = Pattern.compile("JobID ([0-9a-f]{32})");

    private static final String CHECKPOINTS = "/jobs/%s/checkpoints";

    private static final List<String> ENDS = List.of("FINISHED", "FAILED", "CANCELED");

    /** What Flink's own scripts open to it. */
    private static final List<String> OPENED =
            List.of(
                    "java.base/java.lang",
                    "java.base/java.net",
                    "java.base/java.io",
                    "java.base/java.nio",
                    "java.base/sun.nio.ch",
                    "java.base/java.lang.reflect",
                    "java.base/java.text",
                    "java.base/java.time",
                    "java.base/java.util",
                    "java.base/java.util.concurrent",
                    "java.base/java.util.concurrent.atomic",
                    "java.base/java.util.concurrent.locks");

    private final String version;
    private final Path directory;
    private final int restPort;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<Integer, Process> taskManagers = new LinkedHashMap<>();
    private Process jobManager;
    private int started;

    private FlinkCluster(String version, Path directory) throws IOException {
        this.version = version;
        this.directory = directory;
        this.restPort = freePort();
    }

    /**
     * Starts one and waits until all its slots are there.
     *
     * @param version 1.20 or 2.3
     * @param directory for its settings, checkpoints and logs
     */
    static FlinkCluster start(String version, Path directory) throws Exception {
        FlinkCluster cluster = new FlinkCluster(version, directory);
        try {
            cluster.writeSettings();
            cluster.jobManager =
                    cluster.java(
                            "jobmanager",
                            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                            "--configDir",
                            cluster.settings().toString());
            cluster.addTaskManager();
            cluster.addTaskManager();
            cluster.awaitSlots(8);
            return cluster;
        } catch (Throwable t) {
            cluster.close();
            throw t;
        }
    }

    private void writeSettings() throws IOException {
        Files.createDirectories(settings());
        Files.createDirectories(directory.resolve("log"));
        List<String> lines =
                new ArrayList<>(
                        List.of(
                                "jobmanager.rpc.address: 127.0.0.1",
                                "jobmanager.rpc.port: " + freePort(),
                                "jobmanager.bind-host: 127.0.0.1",
                                "jobmanager.memory.process.size: 900m",
                                "rest.address: 127.0.0.1",
                                "rest.bind-address: 127.0.0.1",
                                "rest.port: " + restPort,
                                "rest.bind-port: " + restPort,
                                "taskmanager.host: 127.0.0.1",
                                "taskmanager.bind-host: 127.0.0.1",
                                "taskmanager.numberOfTaskSlots: 4",
                                "taskmanager.cpu.cores: 4",
                                "taskmanager.memory.task.heap.size: 256m",
                                "taskmanager.memory.task.off-heap.size: 32m",
                                "taskmanager.memory.framework.heap.size: 96m",
                                "taskmanager.memory.framework.off-heap.size: 64m",
                                "taskmanager.memory.managed.size: 64m",
                                "taskmanager.memory.network.min: 64m",
                                "taskmanager.memory.network.max: 64m",
                                "taskmanager.memory.jvm-metaspace.size: 256m",
                                "taskmanager.memory.jvm-overhead.min: 64m",
                                "taskmanager.memory.jvm-overhead.max: 64m",
                                "heartbeat.interval: 1000",
                                "heartbeat.timeout: 5000",
                                "io.tmp.dirs: " + directory.resolve("tmp"),
                                "web.tmpdir: " + directory.resolve("tmp"),
                                version.startsWith("1")
                                        ? "cluster.evenly-spread-out-slots: true"
                                        : "taskmanager.load-balance.mode: SLOTS",
                                "restart-strategy.type: fixed-delay",
                                "restart-strategy.fixed-delay.attempts: 50",
                                "restart-strategy.fixed-delay.delay: 200ms",
                                "execution.checkpointing.storage: filesystem",
                                "execution.checkpointing.dir: "
                                        + directory.resolve("checkpoints").toUri()));
        Files.createDirectories(directory.resolve("tmp"));
        Files.write(settings().resolve("config.yaml"), lines);
    }

    private Path settings() {
        return directory.resolve("conf");
    }

    /** Starts one more; its number. */
    int addTaskManager() throws IOException {
        int number = started++;
        taskManagers.put(
                number,
                java(
                        "taskmanager-" + number,
                        "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
                        "--configDir",
                        settings().toString(),
                        "-Dtaskmanager.resource-id=tm-" + number));
        return number;
    }

    /** Kills one as the kernel does. */
    void kill(int number) throws InterruptedException {
        Process process = taskManagers.remove(number);
        process.destroyForcibly().waitFor();
    }

    Map<Integer, Process> taskManagers() {
        return taskManagers;
    }

    void awaitSlots(int slots) throws Exception {
        await("/overview", text -> text.contains("\"slots-total\":" + slots + ","));
    }

    /**
     * Gives a jar to {@code flink run}, in a process, detached.
     *
     * @return the job's id
     */
    String submit(Path jar, int parallelism, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "org.apache.flink.client.cli.CliFrontend",
                                "run",
                                "-d",
                                "-p",
                                String.valueOf(parallelism),
                                jar.toString()));
        command.addAll(List.of(arguments));
        int number = started++;
        Process client = java("client-" + number, command.toArray(new String[0]));
        if (!client.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            client.destroyForcibly();
        }
        String said = log("client-" + number);
        Matcher job = JOB.matcher(said);
        if (!job.find()) {
            throw new IllegalStateException("flink run did not submit " + jar + ":\n" + said);
        }
        return job.group(1);
    }

    /** Waits until the job has completed more than so many checkpoints. */
    void awaitCheckpoints(String job, int more) throws Exception {
        Pattern completed = Pattern.compile("\"completed\":(\\d+),\"failed\"");
        await(
                CHECKPOINTS.formatted(job),
                text -> {
                    Matcher counts = completed.matcher(text);
                    return counts.find() && Integer.parseInt(counts.group(1)) > more;
                });
    }

    /** The TaskManagers that subtasks of the job run on, by their numbers. */
    List<Integer> placesOf(String job) throws Exception {
        String exceptions = get("/jobs/" + job);
        Matcher vertex = Pattern.compile("\"id\":\"([0-9a-f]{32})\"").matcher(exceptions);
        List<Integer> places = new ArrayList<>();
        while (vertex.find()) {
            Matcher place =
                    Pattern.compile("\"taskmanager-id\":\"tm-(\\d+)\"")
                            .matcher(
                                    get(
                                            "/jobs/"
                                                    + job
                                                    + "/vertices/"
                                                    + vertex.group(1)
                                                    + "/taskmanagers"));
            while (place.find()) {
                int number = Integer.parseInt(place.group(1));
                if (!places.contains(number)) {
                    places.add(number);
                }
            }
        }
        return places;
    }

    /** How often the job was restored from a checkpoint. */
    int restores(String job) throws Exception {
        return restoresIn(get(CHECKPOINTS.formatted(job)));
    }

    private static int restoresIn(String checkpoints) {
        Matcher restored = Pattern.compile("\"restored\":(\\d+)").matcher(checkpoints);
        return restored.find() ? Integer.parseInt(restored.group(1)) : 0;
    }

    /** Waits until the job was restored from a checkpoint. */
    void awaitRestore(String job) throws Exception {
        await(CHECKPOINTS.formatted(job), text -> restoresIn(text) > 0);
    }

    void awaitFinished(String job) throws Exception {
        awaitEnd(job, "FINISHED");
    }

    /** Ends a job that would go on for ever. */
    void cancel(String job) throws Exception {
        http.send(
                request("/jobs/" + job + "?mode=cancel")
                        .method("PATCH", HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        awaitEnd(job, "CANCELED");
    }

    private void awaitEnd(String job, String expected) throws Exception {
        String end = stateOf(await("/jobs/" + job, text -> ENDS.contains(stateOf(text))));
        if (!end.equals(expected)) {
            throw new IllegalStateException(
                    "The job is " + end + ": " + get("/jobs/" + job + "/exceptions"));
        }
    }

    /** The first one is that of the job; others follow, of its parts. */
    private static String stateOf(String job) {
        Matcher state = Pattern.compile("\"state\":\"([A-Z]+)\"").matcher(job);
        return state.find() ? state.group(1) : "";
    }

    private String await(String path, Predicate<String> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String last = null;
        while (System.nanoTime() < deadline) {
            alive();
            try {
                last = get(path);
                if (condition.test(last)) {
                    return last;
                }
            } catch (IOException e) {
                last = e.toString(); // not there yet
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new IllegalStateException(
                "Waited in vain at " + path + "; last: " + last + "\n" + log("jobmanager"));
    }

    private void alive() throws IOException {
        if (!jobManager.isAlive()) {
            throw new IllegalStateException("The JobManager is dead:\n" + log("jobmanager"));
        }
        for (Map.Entry<Integer, Process> each : taskManagers.entrySet()) {
            if (!each.getValue().isAlive()) {
                throw new IllegalStateException(
                        "A TaskManager is dead:\n" + log("taskmanager-" + each.getKey()));
            }
        }
    }

    private String get(String path) throws Exception {
        return http.send(
                        request(path).build(),
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8))
                .body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + restPort + "/v1" + path))
                .timeout(Duration.ofSeconds(10));
    }

    private String log(String name) throws IOException {
        Path log = directory.resolve("log").resolve(name + ".log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    private Process java(String name, String... command) throws IOException {
        List<String> all = new ArrayList<>();
        all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        all.addAll(options());
        all.add("-Xmx" + (name.startsWith("client") ? "256m" : "400m"));
        all.add("-cp");
        all.add(FlinkClassPath.of(version, "cluster"));
        all.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(all);
        builder.environment().put("FLINK_CONF_DIR", settings().toString());
        File log = directory.resolve("log").resolve(name + ".log").toFile();
        return builder.redirectErrorStream(true).redirectOutput(log).start();
    }

    /** What a JVM needs in which Flink runs. */
    static List<String> options() {
        List<String> options = new ArrayList<>();
        for (String opened : OPENED) {
            options.add("--add-opens=" + opened + "=ALL-UNNAMED");
        }
        options.add("-XX:TieredStopAtLevel=1");
        options.add("-XX:+UseSerialGC");
        return options;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        taskManagers.values().forEach(Process::destroyForcibly);
        if (jobManager != null) {
            jobManager.destroyForcibly();
        }
    }
}
