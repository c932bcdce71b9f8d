// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing.cluster;

import io.millrace.api.common.JobID;
import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
import io.millrace.spi.LauncherEnvironments;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs of one mini cluster. There is no cluster: a job is its own engine in this JVM; what is
 * kept here is which jobs there are, so that none outlives its tests. Any thread.
 */
public final class ClusterJobs {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterJobs.class);

    private static final Map<Object, ClusterJobs> BY_CLUSTER =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final Configuration settings;
    private final int slots;
    private final Map<JobID, JobClient> jobs = new LinkedHashMap<>();
    private boolean running;

    private ClusterJobs(Configuration settings, int slots) {
        this.settings = new Configuration(settings);
        this.slots = slots;
    }

    /** Those of a new cluster. */
    public static ClusterJobs begin(Object cluster, Configuration settings, int slots) {
        ClusterJobs jobs = new ClusterJobs(settings, slots);
        BY_CLUSTER.put(cluster, jobs);
        return jobs;
    }

    /** Those of a cluster. */
    public static ClusterJobs of(Object cluster) {
        return Objects.requireNonNull(BY_CLUSTER.get(cluster), "cluster");
    }

    /** What every job of the cluster has unless it says otherwise. */
    public Configuration settings() {
        return new Configuration(settings);
    }

    /** How many subtasks of a vertex there are unless a program says otherwise. */
    public int slots() {
        return slots;
    }

    public synchronized void start() {
        running = true;
    }

    public synchronized boolean isRunning() {
        return running;
    }

    /** Keeps a job, and forgets those that have ended. */
    public void add(JobClient job) {
        boolean open;
        synchronized (this) {
            jobs.values().removeIf(other -> other.getJobExecutionResult().isDone());
            jobs.put(job.getJobID(), job);
            open = running;
        }
        if (!open) {
            job.cancel();
            throw new IllegalStateException(
                    "The mini cluster is not running: start it before a job, or start no job after"
                            + " its test class has ended");
        }
    }

    /** Those that are known, by id; a copy. */
    public synchronized Map<JobID, JobClient> all() {
        return new LinkedHashMap<>(jobs);
    }

    public synchronized Optional<JobClient> find(JobID id) {
        return Optional.ofNullable(jobs.get(id));
    }

    /** Cancels all jobs that still run, and returns when they have ended. */
    public void cancelAll() {
        Map<JobID, JobClient> all = all();
        all.values().stream()
                .filter(job -> !job.getJobExecutionResult().isDone())
                .forEach(
                        job -> {
                            LOG.info("Cancelling job {}, which a test has left", job.getJobID());
                            job.cancel();
                        });
        all.values()
                .forEach(job -> job.getJobExecutionResult().handle((done, failure) -> done).join());
        synchronized (this) {
            jobs.keySet().removeAll(all.keySet());
        }
    }

    /** Cancels all jobs; no further one can begin. */
    public void close() {
        synchronized (this) {
            running = false;
        }
        cancelAll();
    }

    /**
     * What {@code getExecutionEnvironment()} asks while a test of the cluster runs.
     *
     * @param make makes an environment from the program's own settings
     */
    public LauncherEnvironments environments(
            Function<Configuration, StreamExecutionEnvironment> make) {
        return new LauncherEnvironments() {
            @Override
            public StreamExecutionEnvironment createExecutionEnvironment(
                    Configuration configuration) {
                return make.apply(configuration);
            }

            @Override
            public void started(StreamExecutionEnvironment environment, JobClient job) {
                add(job);
            }
        };
    }

    /** The future of a value that may be absent. */
    public static <T> CompletableFuture<T> orMissing(
            Optional<CompletableFuture<T>> found, JobID id) {
        return found.orElseGet(
                () ->
                        CompletableFuture.failedFuture(
                                new IllegalArgumentException("The mini cluster has no job " + id)));
    }
}
