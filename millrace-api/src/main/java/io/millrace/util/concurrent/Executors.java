// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.concurrent;

import io.millrace.annotation.Internal;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Executors that run everything in the thread that hands it in. */
@Internal
public class Executors {

    private Executors() {}

    /** One that can't be ended. */
    public static Executor directExecutor() {
        return Runnable::run;
    }

    /** One that takes nothing any more once it was shut down. */
    public static ExecutorService newDirectExecutorService() {
        return new Direct(true);
    }

    /** One that goes on although it was shut down. */
    public static ExecutorService newDirectExecutorServiceWithNoOpShutdown() {
        return new Direct(false);
    }

    private static final class Direct extends AbstractExecutorService {

        private final boolean ends;
        private volatile boolean ended;

        Direct(boolean ends) {
            this.ends = ends;
        }

        @Override
        public void execute(Runnable command) {
            if (ended) {
                throw new RejectedExecutionException("The executor was shut down");
            }
            command.run();
        }

        @Override
        public void shutdown() {
            ended = ends;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return ended;
        }

        @Override
        public boolean isTerminated() {
            return ended;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return ended;
        }
    }
}
