// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

/** Chooses the channel of a record. One per output gate; used by its task only. */
public interface Partitioner {

    /** Index of the channel; {@link #ALL} for every one. */
    int channel(Object value);

    /** "Every channel." */
    int ALL = -1;

    /** Always the only channel. */
    final class Single implements Partitioner {
        @Override
        public int channel(Object value) {
            return 0;
        }
    }

    /** One after the other. */
    final class RoundRobin implements Partitioner {
        private final int channels;
        private int next;

        /**
         * Begins with channel {@code first}, so that several senders do not all begin with the
         * same.
         */
        public RoundRobin(int channels, int first) {
            this.channels = channels;
            this.next = first % channels;
        }

        @Override
        public int channel(Object value) {
            int chosen = next;
            next = chosen + 1 == channels ? 0 : chosen + 1;
            return chosen;
        }
    }

    /** Every channel. */
    final class Broadcast implements Partitioner {
        @Override
        public int channel(Object value) {
            return ALL;
        }
    }
}
