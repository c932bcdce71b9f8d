// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.core.execution.JobClient;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.engine.worker.WorkerPool;
import io.millrace.engine.worker.Workers;
import io.millrace.spi.Pipeline;
import io.millrace.spi.PipelineExecutor;
import java.util.SplittableRandom;
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
        Engine engine = new Engine(pipeline, new SplittableRandom()::nextDouble);
        engine.lookForEarlierCheckpoint();
        return engine.start(PoolHome::new);
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
