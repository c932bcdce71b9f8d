// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import io.millrace.api.java.functions.KeySelector;

/** The channel that the user's partitioner answers, made sure of. */
public final class CustomPartitioner implements Partitioner {

    private final io.millrace.api.common.functions.Partitioner<Object> partitioner;
    private final KeySelector<Object, Object> selector;
    private final String receiver;
    private final int channels;

    /**
     * @param partitioner the task's own clone
     * @param selector the task's own clone
     * @param receiver name of the receiving operator, for messages
     * @param channels the receiver's parallelism
     */
    public CustomPartitioner(
            io.millrace.api.common.functions.Partitioner<Object> partitioner,
            KeySelector<Object, Object> selector,
            String receiver,
            int channels) {
        this.partitioner = partitioner;
        this.selector = selector;
        this.receiver = receiver;
        this.channels = channels;
    }

    @Override
    public int channel(Object value) {
        Object key;
        try {
            key = selector.getKey(value);
        } catch (Exception e) {
            throw new PartitionFailure(
                    "The key selector of the partitionCustom before '"
                            + receiver
                            + "' failed on a record",
                    e);
        }
        int chosen;
        try {
            chosen = partitioner.partition(key, channels);
        } catch (RuntimeException e) {
            throw new PartitionFailure(
                    "The partitioner "
                            + partitioner.getClass().getName()
                            + " before '"
                            + receiver
                            + "' failed on key '"
                            + key
                            + "' with "
                            + channels
                            + " channels",
                    e);
        }
        if (chosen < 0 || chosen >= channels) {
            throw new PartitionFailure(
                    "The partitioner "
                            + partitioner.getClass().getName()
                            + " before '"
                            + receiver
                            + "' answered "
                            + chosen
                            + " for key '"
                            + key
                            + "'; there are "
                            + channels
                            + " channels, so it must answer from 0 to "
                            + (channels - 1),
                    null);
        }
        return chosen;
    }

    /** The user's partitioner, or its key selector, failed or answered what can't be. */
    public static final class PartitionFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        PartitionFailure(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
