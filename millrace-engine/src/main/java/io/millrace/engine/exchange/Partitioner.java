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
         * Begins with channel {@code first}, so that several senders need not all begin with the
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

    /** Always the first channel, whatever others there are. */
    final class Global implements Partitioner {
        @Override
        public int channel(Object value) {
            return 0;
        }
    }

    /**
     * Any channel, each as likely as the others. The numbers are drawn from a seed, so that an
     * attempt that is run again deals the same records to the same channels.
     */
    final class Shuffle implements Partitioner {
        private final int channels;
        private long state;

        public Shuffle(int channels, long seed) {
            this.channels = channels;
            this.state = seed;
        }

        @Override
        public int channel(Object value) {
            // SplitMix64 (Guy Steele, Doug Lea, Christine Flood; public domain)
            state += 0x9e3779b97f4a7c15L;
            long z = state;
            z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            z ^= z >>> 31;
            return (int) ((z >>> 32) * channels >>> 32);
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
