// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.minicluster;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.UnmodifiableConfiguration;
import java.util.Objects;

/** How a mini cluster is to be. */
public class MiniClusterConfiguration {

    private final UnmodifiableConfiguration configuration;
    private final int numTaskManagers;
    private final int numSlotsPerTaskManager;

    private MiniClusterConfiguration(Builder builder, int numSlotsPerTaskManager) {
        this.configuration = new UnmodifiableConfiguration(builder.configuration);
        this.numTaskManagers = builder.numTaskManagers;
        this.numSlotsPerTaskManager = numSlotsPerTaskManager;
    }

    /** What all jobs have unless they say otherwise. */
    public UnmodifiableConfiguration getConfiguration() {
        return configuration;
    }

    public int getNumTaskManagers() {
        return numTaskManagers;
    }

    int numSlots() {
        return numTaskManagers * numSlotsPerTaskManager;
    }

    @Override
    public String toString() {
        return numTaskManagers
                + " task managers with "
                + numSlotsPerTaskManager
                + " slots each, "
                + configuration;
    }

    /** Builds one. */
    public static class Builder {

        private Configuration configuration = new Configuration();
        private int numTaskManagers = 1;
        private int numSlotsPerTaskManager = 1;

        public Builder setConfiguration(Configuration configuration1) {
            this.configuration = new Configuration(Objects.requireNonNull(configuration1));
            return this;
        }

        public Builder setNumTaskManagers(int numTaskManagers) {
            this.numTaskManagers = numTaskManagers;
            return this;
        }

        public Builder setNumSlotsPerTaskManager(int numSlotsPerTaskManager) {
            this.numSlotsPerTaskManager = numSlotsPerTaskManager;
            return this;
        }

        public MiniClusterConfiguration build() {
            if (numTaskManagers < 1 || numSlotsPerTaskManager < 1) {
                throw new IllegalArgumentException(
                        "A mini cluster has at least one slot, not "
                                + numTaskManagers
                                + " x "
                                + numSlotsPerTaskManager);
            }
            return new MiniClusterConfiguration(this, numSlotsPerTaskManager);
        }
    }
}
