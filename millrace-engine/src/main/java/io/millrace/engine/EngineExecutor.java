// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.engine.steer.SteerableJob;
import io.millrace.engine.steer.Steering;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.engine.worker.WorkerPool;
import io.millrace.engine.worker.Workers;
import io.millrace.spi.Pipeline;
import io.millrace.spi.PipelineExecutor;
import io.millrace.spi.ProgramCheck;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@code execute()} finds: runs a program on a pool of threads of its own, by the machine's
 * clock.
 */
public final class EngineExecutor implements PipelineExecutor {

    private static final Logger LOG = LoggerFactory.getLogger(EngineExecutor.class);
    private static final long LEAVE_WAIT_MS = 10_000;

    @Override
    public JobClient start(Pipeline pipeline) throws Exception {
        for (ProgramCheck check :
                ServiceLoader.load(ProgramCheck.class, pipeline.userClassLoader())) {
            check.check(pipeline);
        }
        Engine engine = new Engine(pipeline, new SplittableRandom()::nextDouble);
        engine.lookForEarlierCheckpoint();
        EngineJobClient job = engine.start(PoolHome::new);
        if (pipeline.configuration().get(EngineOptions.STEERING)) {
            Steering.add(
                    new Steered(job, Clock.SYSTEM.millis()),
                    pipeline.configuration().get(EngineOptions.STEERING_DIRECTORY));
        }
        return job;
    }

    /** A job, as other processes of the user may steer it. */
    private record Steered(EngineJobClient job, long startedMs) implements SteerableJob {

        @Override
        public String id() {
            return job.getJobID().toHexString();
        }

        @Override
        public String name() {
            return job.jobName();
        }

        @Override
        public String state() {
            return job.getJobStatus().join().name();
        }

        @Override
        public Optional<String> lastCheckpoint() {
            return job.checkpointsOnDisk().stream().findFirst();
        }

        @Override
        public CompletableFuture<String> savepoint(String directory, SavepointFormatType format) {
            return job.triggerSavepoint(directory, format);
        }

        @Override
        public CompletableFuture<String> stop(
                boolean drain, String directory, SavepointFormatType format) {
            return job.stopWithSavepoint(drain, directory, format);
        }

        @Override
        public CompletableFuture<Void> cancel() {
            return job.cancel();
        }

        @Override
        public CompletableFuture<String> cancelWithSavepoint(
                String directory, SavepointFormatType format) {
            return job.cancelWithSavepoint(directory, format);
        }

        @Override
        public CompletableFuture<?> ended() {
            return job.getJobExecutionResult();
        }
    }

    private static final class PoolHome implements Engine.Home {
        private final WorkerPool pool;

        PoolHome(String jobName, ClassLoader userClassLoader) {
            int cores = Runtime.getRuntime().availableProcessors();
            pool = new WorkerPool(jobName, cores, Clock.SYSTEM, userClassLoader);
        }

        @Override
        public Workers workers() {
            return pool;
        }

        @Override
        public SourceFeeder.Mode feeding() {
            return SourceFeeder.Mode.FREE;
        }

        @Override
        public void leave() {
            for (Thread thread : pool.close(LEAVE_WAIT_MS)) {
                LOG.warn(
                        "Thread '{}' is still in the user's code and ends when that returns",
                        thread.getName());
            }
        }
    }
}
