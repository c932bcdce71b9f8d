// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.operators;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.MemorySize;
import java.io.Serializable;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A name for operators that may share a place in a cluster. In one process they all do; only the
 * name counts.
 */
@PublicEvolving
public class SlotSharingGroup implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final Double cpuCores;
    private final MemorySize taskHeapMemory;
    private final MemorySize taskOffHeapMemory;
    private final MemorySize managedMemory;
    private final HashMap<String, Double> externalResources;

    private SlotSharingGroup(Builder builder) {
        this.name = builder.name;
        this.cpuCores = builder.cpuCores;
        this.taskHeapMemory = builder.taskHeapMemory;
        this.taskOffHeapMemory = builder.taskOffHeapMemory;
        this.managedMemory = builder.managedMemory;
        this.externalResources = new HashMap<>(builder.externalResources);
    }

    /** The name. */
    public String getName() {
        return name;
    }

    /** The memory outside the heap for state backends, if said. */
    public Optional<MemorySize> getManagedMemory() {
        return Optional.ofNullable(managedMemory);
    }

    /** The heap, if said. */
    public Optional<MemorySize> getTaskHeapMemory() {
        return Optional.ofNullable(taskHeapMemory);
    }

    /** The memory outside the heap, if said. */
    public Optional<MemorySize> getTaskOffHeapMemory() {
        return Optional.ofNullable(taskOffHeapMemory);
    }

    /** The processors, if said. */
    public Optional<Double> getCpuCores() {
        return Optional.ofNullable(cpuCores);
    }

    /** Other resources by name. */
    public Map<String, Double> getExternalResources() {
        return Collections.unmodifiableMap(externalResources);
    }

    /** Begins a group. */
    public static Builder newBuilder(String name) {
        return new Builder(name);
    }

    @Override
    public boolean equals(Object obj) {
        return this == obj
                || (obj instanceof SlotSharingGroup other
                        && name.equals(other.name)
                        && Objects.equals(cpuCores, other.cpuCores)
                        && Objects.equals(taskHeapMemory, other.taskHeapMemory)
                        && Objects.equals(taskOffHeapMemory, other.taskOffHeapMemory)
                        && Objects.equals(managedMemory, other.managedMemory)
                        && externalResources.equals(other.externalResources));
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                name,
                cpuCores,
                taskHeapMemory,
                taskOffHeapMemory,
                managedMemory,
                externalResources);
    }

    /** Collects what a group needs. */
    public static class Builder {

        private final String name;
        private Double cpuCores;
        private MemorySize taskHeapMemory;
        private MemorySize taskOffHeapMemory;
        private MemorySize managedMemory;
        private final Map<String, Double> externalResources = new HashMap<>();

        private Builder(String name) {
            this.name = checkNotNull(name, "The name of the group is null.");
        }

        /** The processors, more than 0. */
        public Builder setCpuCores(double cpuCores) {
            checkArgument(
                    cpuCores > 0, "The processors must be more than 0, but are %s.", cpuCores);
            this.cpuCores = cpuCores;
            return this;
        }

        /** The heap, more than 0. */
        public Builder setTaskHeapMemory(MemorySize taskHeapMemory) {
            checkArgument(
                    taskHeapMemory.compareTo(MemorySize.ZERO) > 0,
                    "The heap must be more than 0, but is %s.",
                    taskHeapMemory);
            this.taskHeapMemory = taskHeapMemory;
            return this;
        }

        /** The heap, in MiB, more than 0. */
        public Builder setTaskHeapMemoryMB(int taskHeapMemoryMB) {
            return setTaskHeapMemory(MemorySize.ofMebiBytes(taskHeapMemoryMB));
        }

        /** The memory outside the heap. */
        public Builder setTaskOffHeapMemory(MemorySize taskOffHeapMemory) {
            this.taskOffHeapMemory = taskOffHeapMemory;
            return this;
        }

        /** The memory outside the heap, in MiB. */
        public Builder setTaskOffHeapMemoryMB(int taskOffHeapMemoryMB) {
            return setTaskOffHeapMemory(MemorySize.ofMebiBytes(taskOffHeapMemoryMB));
        }

        /** The memory outside the heap for state backends. */
        public Builder setManagedMemory(MemorySize managedMemory) {
            this.managedMemory = managedMemory;
            return this;
        }

        /** The memory outside the heap for state backends, in MiB. */
        public Builder setManagedMemoryMB(int managedMemoryMB) {
            return setManagedMemory(MemorySize.ofMebiBytes(managedMemoryMB));
        }

        /** Another resource, by name. */
        public Builder setExternalResource(String name, double value) {
            externalResources.put(name, value);
            return this;
        }

        /**
         * The group.
         *
         * @throws IllegalArgumentException when memory or other resources are said without both
         *     processors and heap
         */
        public SlotSharingGroup build() {
            if (cpuCores == null || taskHeapMemory == null) {
                checkArgument(
                        cpuCores == null
                                && taskHeapMemory == null
                                && taskOffHeapMemory == null
                                && managedMemory == null
                                && externalResources.isEmpty(),
                        "A group that says what it needs must say both its processors and its heap;"
                                + " '%s' does not.",
                        name);
            }
            return new SlotSharingGroup(this);
        }
    }
}
