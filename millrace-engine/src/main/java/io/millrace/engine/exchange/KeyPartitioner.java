// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.keys.KeyGroups;

/** The channel to the subtask that owns the record's key group: the same sum that places state. */
public final class KeyPartitioner implements Partitioner {

    private final KeySelector<Object, Object> selector;
    private final String receiver;
    private final int maxParallelism;
    private final int[] channelOfKeyGroup;

    /**
     * @param receiver name of the receiving operator, for messages
     * @param parallelism the receiver's
     */
    public KeyPartitioner(
            KeySelector<Object, Object> selector,
            String receiver,
            int parallelism,
            int maxParallelism) {
        this.selector = selector;
        this.receiver = receiver;
        this.maxParallelism = maxParallelism;
        this.channelOfKeyGroup = new int[maxParallelism];
        for (int group = 0; group < maxParallelism; group++) {
            channelOfKeyGroup[group] = KeyGroups.subtask(group, parallelism, maxParallelism);
        }
    }

    @Override
    public int channel(Object value) {
        Object key;
        try {
            key = selector.getKey(value);
        } catch (Exception e) {
            throw new KeyFailure(
                    "The key selector of the keyBy before '" + receiver + "' failed on a record",
                    e);
        }
        if (key == null) {
            throw new KeyFailure(
                    "The key selector of the keyBy before '"
                            + receiver
                            + "' returned null; a key must not be null. Filter such records out, or give"
                            + " them a key of their own",
                    null);
        }
        return channelOfKeyGroup[KeyGroups.keyGroup(key.hashCode(), maxParallelism)];
    }

    /** The user's key selector failed, or gave no key. */
    public static final class KeyFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        KeyFailure(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
