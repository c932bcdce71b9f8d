// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.testutils;

import io.millrace.api.common.time.Time;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.UnmodifiableConfiguration;
import java.util.Objects;

/**
 * How the mini cluster of a test is to be: one task manager with one slot unless said otherwise.
 */
@SuppressWarnings("deprecation") // Time is in the mirrored signatures
public class MiniClusterResourceConfiguration {

    private final UnmodifiableConfiguration configuration;
    private final int numberTaskManagers;
    private final int numberSlotsPerTaskManager;
    private final Time shutdownTimeout;

    private MiniClusterResourceConfiguration(Builder builder) {
        this.configuration = new UnmodifiableConfiguration(builder.configuration);
        this.numberTaskManagers = builder.numberTaskManagers;
        this.numberSlotsPerTaskManager = builder.numberSlotsPerTaskManager;
        this.shutdownTimeout = builder.shutdownTimeout;
    }

    /** What all jobs have unless they say otherwise. */
    public Configuration getConfiguration() {
        return configuration;
    }

    public int getNumberTaskManagers() {
        return numberTaskManagers;
    }

    public int getNumberSlotsPerTaskManager() {
        return numberSlotsPerTaskManager;
    }

    /** How long ending the jobs that a test has left may take. */
    @Deprecated
    public Time getShutdownTimeout() {
        return shutdownTimeout;
    }

    /** Builds one. */
    public static final class Builder {

        private Configuration configuration = new Configuration();
        private int numberTaskManagers = 1;
        private int numberSlotsPerTaskManager = 1;
        private Time shutdownTimeout = Time.seconds(20);

        public Builder() {}

        public Builder setConfiguration(Configuration configuration) {
            this.configuration = new Configuration(Objects.requireNonNull(configuration));
            return this;
        }

        public Builder setNumberTaskManagers(int numberTaskManagers) {
            this.numberTaskManagers = numberTaskManagers;
            return this;
        }

        public Builder setNumberSlotsPerTaskManager(int numberSlotsPerTaskManager) {
            this.numberSlotsPerTaskManager = numberSlotsPerTaskManager;
            return this;
        }

        public Builder setShutdownTimeout(Time shutdownTimeout) {
            this.shutdownTimeout = Objects.requireNonNull(shutdownTimeout);
            return this;
        }

        public MiniClusterResourceConfiguration build() {
            return new MiniClusterResourceConfiguration(this);
        }
    }
}
