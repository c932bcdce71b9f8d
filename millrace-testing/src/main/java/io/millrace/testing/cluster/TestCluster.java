// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing.cluster;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.UnmodifiableConfiguration;
import io.millrace.runtime.minicluster.MiniCluster;
import io.millrace.runtime.minicluster.MiniClusterConfiguration;
import io.millrace.runtime.testutils.MiniClusterResourceConfiguration;
import io.millrace.streaming.util.TestStreamEnvironment;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A mini cluster and the time it is there for: what the rule of JUnit 4 and the extension of JUnit
 * 5 have in common.
 */
public final class TestCluster {

    private final MiniClusterResourceConfiguration wanted;
    private MiniCluster cluster;

    public TestCluster(MiniClusterResourceConfiguration wanted) {
        this.wanted = wanted;
    }

    public int slots() {
        return wanted.getNumberTaskManagers() * wanted.getNumberSlotsPerTaskManager();
    }

    public void start() throws Exception {
        cluster =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(wanted.getConfiguration())
                                .setNumTaskManagers(wanted.getNumberTaskManagers())
                                .setNumSlotsPerTaskManager(wanted.getNumberSlotsPerTaskManager())
                                .build());
        cluster.start();
    }

    public boolean isRunning() {
        return cluster != null && cluster.isRunning();
    }

    /** From now on {@code getExecutionEnvironment()} gives one of this cluster. */
    public void enter() {
        TestStreamEnvironment.setAsContext(cluster(), slots());
    }

    /** Takes {@link #enter} back. */
    public static void leave() {
        TestStreamEnvironment.unsetAsContext();
    }

    /** The cluster itself. */
    public MiniCluster cluster() {
        if (cluster == null) {
            throw new IllegalStateException(
                    "The mini cluster is not running: it is there while its tests run");
        }
        return cluster;
    }

    /** What a program that is its client may want to know. */
    public UnmodifiableConfiguration clientSettings() {
        Configuration settings = cluster().getConfiguration();
        settings.set(CoreOptions.DEFAULT_PARALLELISM, slots());
        return new UnmodifiableConfiguration(settings);
    }

    public void cancelJobs() {
        if (cluster != null) {
            ClusterJobs.of(cluster).cancelAll();
        }
    }

    /**
     * Ends it and what runs in it. Idempotent.
     *
     * @throws IllegalStateException when a job does not end in time
     */
    @SuppressWarnings("deprecation") // the mirrored configuration has its time so
    public void stop() {
        if (cluster == null) {
            return;
        }
        MiniCluster ended = cluster;
        cluster = null;
        long millis = wanted.getShutdownTimeout().toMilliseconds();
        try {
            ended.closeAsync().get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "A job that a test has left did not end within "
                            + millis
                            + " ms of being cancelled; its threads say where it is",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while jobs were being ended", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("The mini cluster could not be ended", e.getCause());
        }
    }
}
