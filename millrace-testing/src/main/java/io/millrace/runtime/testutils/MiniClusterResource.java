// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.testutils;

import io.millrace.configuration.UnmodifiableConfiguration;
import io.millrace.runtime.minicluster.MiniCluster;
import io.millrace.testing.cluster.TestCluster;
import java.util.Objects;
import org.junit.rules.ExternalResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A mini cluster that is there while the tests of its rule run (JUnit 4). */
public class MiniClusterResource extends ExternalResource {

    protected final Logger log = LoggerFactory.getLogger(getClass());

    private final TestCluster cluster;

    public MiniClusterResource(MiniClusterResourceConfiguration configuration) {
        this.cluster = new TestCluster(Objects.requireNonNull(configuration, "configuration"));
    }

    public int getNumberSlots() {
        return cluster.slots();
    }

    /**
     * The cluster.
     *
     * @throws IllegalStateException when no test runs
     */
    public MiniCluster getMiniCluster() {
        return cluster.cluster();
    }

    /** What the cluster's programs begin with. */
    public UnmodifiableConfiguration getClientConfiguration() {
        return cluster.clientSettings();
    }

    @Override
    public void before() throws Exception {
        cluster.start();
    }

    /** Returns when no job runs any more. */
    public void cancelAllJobsAndWaitUntilSlotsAreFreed() {
        cluster.cancelJobs();
    }

    /** Returns when no job runs any more. */
    public void cancelAllJobs() {
        cluster.cancelJobs();
    }

    @Override
    public void after() {
        cluster.stop();
    }
}
