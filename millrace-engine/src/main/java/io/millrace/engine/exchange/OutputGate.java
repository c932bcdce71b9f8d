// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import io.millrace.engine.state.SnapshotOrder;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * All channels of one output, as the sending task sees them: records join a batch, full batches go
 * into their channel.
 *
 * <p><b>Backpressure.</b> A channel that is full refuses. The element then waits in the gate's
 * surplus, {@link #isBlocked} becomes true, and the task takes no further input until {@link
 * #drain} has emptied it. A single call of the user's may emit more than that: beyond {@link
 * #SURPLUS_LIMIT} elements the gate asks its {@link Overflow} for patience, in the middle of the
 * call. So memory is bounded and nothing deadlocks. How many records an element is, the receiver's
 * {@link Pace} says, in the channel and in the surplus alike.
 *
 * <p><b>Ownership.</b> With a {@link Copier} the receiver gets its own object of each mutable
 * record; the gate decides nothing about that, the planner does.
 *
 * <p>Used by its task only.
 */
public final class OutputGate {

    /**
     * Elements, over all channels, that may wait in the gate before a call is made to wait;
     * usually.
     */
    public static final int SURPLUS_LIMIT = 8;

    private final Channel[] channels;
    private Partitioner partitioner;
    private final Copier copier;
    private final Overflow overflow;
    private final int batchRecords;
    private final int surplusLimit;
    private final long bufferTimeoutMs;
    private final Batch[] open;
    private final int[] room;
    private final ArrayDeque<StreamElement>[] surplus;
    private int surplusSize;
    private boolean anyOpen;

    /** Takes the place of the surplus on a feedback edge; else null. */
    private Backlog backlog;

    private Partitioner closedPartitioner;

    /** Channels within a loop, whose elements are counted; null for none. */
    private boolean[] counted;

    private long sent;

    /** Whether barriers may overtake what is sent here. */
    private boolean overtakable;

    private long flushedAtNanos = Long.MIN_VALUE;

    /** Gives a receiver its own object. */
    public interface Copier {
        /** A record that shares nothing mutable with {@code value}; may be {@code value} itself. */
        Object copy(Object value);
    }

    /** Lets others go on until there is room. */
    public interface Overflow {
        /** Returns once {@code ready} holds; {@code ready} is asked on the caller's thread only. */
        void awaitRoom(Ready ready);

        /** What is waited for. */
        interface Ready {
            boolean holds();
        }
    }

    /**
     * A gate of the usual sizes.
     *
     * @param copier null when records may be passed by reference
     */
    public OutputGate(
            Channel[] channels, Partitioner partitioner, Copier copier, Overflow overflow) {
        this(channels, partitioner, copier, overflow, FlowSizes.USUAL, -1);
    }

    /**
     * @param copier null when records may be passed by reference
     * @param bufferTimeoutMs longest a partly filled batch waits while its receiver is busy; 0:
     *     never, -1: until it is full or the task has nothing else to do
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of a generic type
    public OutputGate(
            Channel[] channels,
            Partitioner partitioner,
            Copier copier,
            Overflow overflow,
            FlowSizes sizes,
            long bufferTimeoutMs) {
        this.channels = channels.clone();
        this.partitioner = partitioner;
        this.copier = copier;
        this.overflow = overflow;
        this.batchRecords = sizes.batchRecords();
        this.surplusLimit = sizes.surplusElements();
        this.bufferTimeoutMs = bufferTimeoutMs;
        this.open = new Batch[channels.length];
        this.room = new int[channels.length];
        this.surplus = new ArrayDeque[channels.length];
        for (int i = 0; i < channels.length; i++) {
            surplus[i] = new ArrayDeque<>();
            room[i] = 16;
        }
    }

    /**
     * Makes it the gate of a feedback edge: it never counts as blocked, and watermarks don't go
     * through it (CK-23c). Before the first element.
     *
     * @param whenClosed whom records meet once the loop has ended; throws
     */
    public void feedBack(Backlog newBacklog, Partitioner whenClosed) {
        this.backlog = newBacklog;
        this.closedPartitioner = whenClosed;
    }

    /** The loop ends: from now on the gate of a feedback edge refuses records. */
    public void closeFeedback() {
        if (backlog != null) {
            partitioner = closedPartitioner;
        }
    }

    /** Says which channels are within a loop; before the first element. */
    public void count(boolean[] channelsInLoop) {
        this.counted = channelsInLoop.clone();
    }

    /**
     * Lets barriers that need not be aligned overtake what is on its way: they are announced in
     * place of being sent, and so is the end. Before the first element.
     */
    public void letOvertake() {
        overtakable = true;
    }

    /**
     * Elements sent within a loop so far: batches, watermarks and statuses, what waits in the gate
     * included.
     */
    public long sent() {
        return sent;
    }

    /** Forgets what waits. A gate that is none of feedback has nothing to free. */
    public void close() {
        if (backlog != null) {
            backlog.close();
        }
    }

    /** Sends a record to the channel that the partitioner chooses. */
    public void record(Object value, long timestamp) {
        int channel = partitioner.channel(value);
        if (channel != Partitioner.ALL) {
            append(channel, copier == null ? value : copier.copy(value), timestamp);
        } else {
            for (int i = 0; i < channels.length; i++) {
                append(i, copier == null ? value : copier.copy(value), timestamp);
            }
        }
    }

    private void append(int channel, Object value, long timestamp) {
        Batch batch = open[channel];
        if (batch == null) {
            batch = open[channel] = newBatch(channel);
        }
        batch.add(value, timestamp);
        if (batch.isFull()) {
            close(channel);
            keepWithinLimit();
        }
    }

    private Batch newBatch(int channel) {
        anyOpen = true;
        int records = Math.min(batchRecords, channels[channel].batchRecords());
        return new Batch(room[channel], records);
    }

    /**
     * Sends a control element down every channel, after all records before it; a barrier, where it
     * may overtake them, past them. Never waits: a task sends a barrier down several gates, and
     * would wait at the first for a receiver that waits for what comes through the second. The
     * surplus grows by an element per channel then, and the task takes no further input until it is
     * gone.
     */
    public void broadcast(StreamElement element) {
        boolean overtakes = overtakable && overtakes(element);
        for (int i = 0; i < channels.length; i++) {
            close(i);
            if (overtakes) {
                announce(i, element);
            } else {
                send(i, element);
            }
        }
    }

    private static boolean overtakes(StreamElement element) {
        return element instanceof StreamElement.EndOfChannel
                || element instanceof StreamElement.CheckpointBarrier barrier
                        && barrier.order().alignmentMs() != SnapshotOrder.ALIGNED;
    }

    private void announce(int channel, StreamElement element) {
        List<StreamElement> waiting = List.copyOf(surplus[channel]);
        if (element instanceof StreamElement.CheckpointBarrier barrier) {
            channels[channel].announce(barrier.order(), waiting);
        } else {
            channels[channel].announce(null, waiting);
            send(channel, element);
        }
    }

    /**
     * The same for what user code may send without end, such as watermarks: waits beyond the limit.
     */
    public void broadcastWithinLimit(StreamElement element) {
        broadcast(element);
        keepWithinLimit();
    }

    private void close(int channel) {
        Batch batch = open[channel];
        if (batch != null) {
            open[channel] = null;
            room[channel] = Math.max(16, batch.size());
            send(channel, batch);
        }
    }

    private void send(int channel, StreamElement element) {
        if (backlog != null && !goesBack(element)) {
            return;
        }
        if (counted != null && counted[channel] && element.isFlow()) {
            sent++;
        }
        if (backlog != null) {
            backlog.send(channel, element);
            return;
        }
        if (!surplus[channel].isEmpty() || !channels[channel].offer(element)) {
            surplus[channel].add(element);
            surplusSize++;
        }
    }

    private static boolean goesBack(StreamElement element) {
        return !(element instanceof StreamElement.Watermark)
                && !(element instanceof StreamElement.Status);
    }

    private void keepWithinLimit() {
        if (surplusSize > surplusLimit) {
            overflow.awaitRoom(
                    () -> {
                        drain();
                        return surplusSize <= surplusLimit;
                    });
        }
    }

    /** Sends partly filled batches to receivers that have nothing else to do. */
    public void flushToIdle() {
        if (anyOpen) {
            anyOpen = false;
            for (int i = 0; i < channels.length; i++) {
                if (open[i] != null) {
                    if (channels[i].isDrained()
                            && surplus[i].isEmpty()
                            && (backlog == null || backlog.isEmpty())) {
                        close(i);
                    } else {
                        anyOpen = true;
                    }
                }
            }
        }
    }

    /** Sends all partly filled batches. */
    public void flush() {
        if (anyOpen) {
            anyOpen = false;
            for (int i = 0; i < channels.length; i++) {
                close(i);
            }
        }
    }

    /** Longest a partly filled batch waits, in milliseconds; 0 for not at all, -1 for any time. */
    public long bufferTimeoutMs() {
        return bufferTimeoutMs;
    }

    /**
     * Sends all partly filled batches when that was done last longer ago than they may wait; the
     * first call only begins to count.
     */
    public void flushInTime(long nowNanos) {
        if (flushedAtNanos == Long.MIN_VALUE) {
            flushedAtNanos = nowNanos;
        } else if (TimeUnit.NANOSECONDS.toMillis(nowNanos - flushedAtNanos) >= bufferTimeoutMs) {
            flush();
            flushedAtNanos = nowNanos;
        }
    }

    /** Whether some batch is partly filled. */
    public boolean hasOpenBatches() {
        return anyOpen;
    }

    /** Whether elements wait in the gate: the task must not take further input. */
    public boolean isBlocked() {
        return surplusSize > 0;
    }

    /**
     * Moves what waits into its channels as far as they have room; true when nothing waits any
     * more.
     */
    public boolean drain() {
        if (backlog != null) {
            backlog.drain();
            return true;
        }
        if (surplusSize == 0) {
            return true;
        }
        for (int i = 0; i < channels.length; i++) {
            ArrayDeque<StreamElement> waiting = surplus[i];
            while (!waiting.isEmpty() && channels[i].offer(waiting.peek())) {
                waiting.poll();
                surplusSize--;
            }
        }
        return surplusSize == 0;
    }
}
