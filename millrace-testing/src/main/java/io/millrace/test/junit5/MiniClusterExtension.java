// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.junit5;

import io.millrace.configuration.Configuration;
import io.millrace.runtime.testutils.MiniClusterResourceConfiguration;
import io.millrace.testing.cluster.TestCluster;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A mini cluster whose environments {@code getExecutionEnvironment()} gives while a test runs. The
 * number of slots is the parallelism of programs that say none; jobs that a test leaves are
 * cancelled after it. In a static field the cluster is there for all tests of the class, else for
 * each anew.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final MiniClusterExtension CLUSTER =
 *         new MiniClusterExtension(
 *                 new MiniClusterResourceConfiguration.Builder()
 *                         .setNumberSlotsPerTaskManager(2)
 *                         .build());
 * }</pre>
 */
public final class MiniClusterExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    private final Supplier<MiniClusterResourceConfiguration> configuration;
    private TestCluster cluster;

    /** How many test classes, one nested in the other, are under way. */
    private int classes;

    /** With one slot for each processor. */
    public MiniClusterExtension() {
        this(
                () ->
                        new MiniClusterResourceConfiguration.Builder()
                                .setNumberSlotsPerTaskManager(
                                        Runtime.getRuntime().availableProcessors())
                                .build());
    }

    public MiniClusterExtension(MiniClusterResourceConfiguration miniClusterResourceConfiguration) {
        this(() -> miniClusterResourceConfiguration);
        Objects.requireNonNull(miniClusterResourceConfiguration, "configuration");
    }

    /**
     * @param miniClusterResourceConfigurationSupplier asked when the cluster is started
     */
    public MiniClusterExtension(
            Supplier<MiniClusterResourceConfiguration> miniClusterResourceConfigurationSupplier) {
        this.configuration =
                Objects.requireNonNull(miniClusterResourceConfigurationSupplier, "configuration");
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        if (classes++ == 0) {
            start();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        if (classes == 0) {
            start();
        }
        cluster.enter();
    }

    private void start() throws Exception {
        TestCluster started = new TestCluster(configuration.get());
        started.start();
        cluster = started;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (cluster == null) {
            return; // it could not be started
        }
        TestCluster.leave();
        if (classes == 0) {
            stop();
        } else {
            cluster.cancelJobs();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (--classes == 0 && cluster != null) {
            stop();
        }
    }

    private void stop() {
        TestCluster ended = cluster;
        cluster = null;
        ended.stop();
    }

    private TestCluster cluster() {
        if (cluster == null) {
            throw new IllegalStateException(
                    "The mini cluster is not running: it is there while its tests run");
        }
        return cluster;
    }

    /** What the cluster's programs begin with. */
    public Configuration getClientConfiguration() {
        return cluster().clientSettings();
    }

    public Integer getNumberSlots() {
        return cluster().slots();
    }

    public boolean isRunning() {
        return cluster != null && cluster.isRunning();
    }
}
