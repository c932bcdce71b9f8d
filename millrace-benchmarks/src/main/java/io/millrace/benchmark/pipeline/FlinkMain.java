// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.io.File;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.*;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Variants, comma separated: reuse, tuple (W2, W5), rocksdb, timeout0/timeout1 (W6: buffer timeout
 * in ms).
 */
public final class FlinkMain implements Harness.Peer {
    public static void main(String[] a) throws Exception {
        Harness.main(a, new FlinkMain());
    }

    @Override
    public Map<String, Object> run(Spec s) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Map<String, String> c = new HashMap<>();
        c.put("rest.bind-port", "" + port);
        c.put("rest.address", "localhost");
        c.put("parallelism.default", "" + s.p);
        c.put("taskmanager.numberOfTaskSlots", "" + s.p);
        c.put("state.backend.type", "hashmap");
        if (s.is("reuse")) c.put("pipeline.object-reuse", "true");
        if (s.is("timeout0")) c.put("execution.buffer-timeout.interval", "0 ms");
        if (s.is("timeout1")) c.put("execution.buffer-timeout.interval", "1 ms");
        if (s.ckpt > 0) {
            c.put("execution.checkpointing.interval", s.ckpt + " ms");
            c.put("execution.checkpointing.mode", "EXACTLY_ONCE");
            c.put("execution.checkpointing.storage", "filesystem");
            c.put(
                    "execution.checkpointing.dir",
                    new File(s.dir, "ckpt").getAbsoluteFile().toURI().toString());
            c.put("web.checkpoints.history", "1000");
        }
        c.put("restart-strategy.type", "fixed-delay");
        c.put("restart-strategy.fixed-delay.attempts", s.w.equals("W8") ? "1" : "0");
        c.put("restart-strategy.fixed-delay.delay", "0 ms");
        c.put("io.tmp.dirs", new File(s.dir, "tmp").getAbsolutePath());

        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(c));
        FlinkJobs.build(env, s);
        if (s.w.equals("W7") || s.ckpt == 0) {
            env.execute();
            return Map.of();
        }
        JobClient job = env.executeAsync();
        Poller poller = new Poller("http://localhost:" + port + "/jobs/" + job.getJobID());
        poller.start();
        job.getJobExecutionResult().get();
        poller.interrupt();
        poller.join();
        return poller.result();
    }

    /**
     * Reads the checkpoint statistics over REST; they vanish with the mini cluster, so it keeps the
     * newest copy.
     */
    private static final class Poller extends Thread {
        private final String base;
        private final HttpClient http = HttpClient.newHttpClient();
        private final ObjectMapper om = new ObjectMapper();
        private final Map<Long, JsonNode> done = new TreeMap<>();
        private final Map<Long, Long> syncMs = new TreeMap<>();

        Poller(String base) {
            super("ckpt-poller");
            this.base = base;
            setDaemon(true);
        }

        private JsonNode get(String path) throws Exception {
            return om.readTree(
                    http.send(
                                    HttpRequest.newBuilder(URI.create(base + path)).build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body());
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Thread.sleep(700);
                    for (JsonNode h : get("/checkpoints").path("history")) {
                        long id = h.path("id").asLong();
                        if (!h.path("status").asText().equals("COMPLETED")
                                || done.put(id, h) != null) continue;
                        long max = 0;
                        for (Iterator<String> v =
                                        get("/checkpoints/details/" + id)
                                                .path("tasks")
                                                .fieldNames();
                                v.hasNext(); )
                            max =
                                    Math.max(
                                            max,
                                            get("/checkpoints/details/"
                                                            + id
                                                            + "/subtasks/"
                                                            + v.next())
                                                    .path("summary")
                                                    .path("checkpoint_duration")
                                                    .path("sync")
                                                    .path("max")
                                                    .asLong());
                        syncMs.put(id, max);
                    }
                }
            } catch (Exception e) {
                /* the cluster is gone: the job has finished */
            }
        }

        Map<String, Object> result() {
            Map<String, Object> m = new LinkedHashMap<>();
            m.put("ckpts", done.size());
            List<Long> ms = new ArrayList<>();
            List<Double> mb = new ArrayList<>();
            for (JsonNode h : done.values()) {
                ms.add(h.path("end_to_end_duration").asLong());
                mb.add(h.path("checkpointed_size").asLong() / 1048576.0);
            }
            Harness.stats(m, "ckptMs", ms);
            Harness.stats(m, "ckptMB", mb);
            Harness.stats(m, "syncMs", new ArrayList<>(syncMs.values()));
            return m;
        }
    }
}
