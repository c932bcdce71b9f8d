// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * All channels of one task, over all its inputs. Takes elements in turn, and none from a channel
 * that is held for an alignment or has ended. Tells the senders, through a {@link Pace}, how much
 * the task can do with. Used by its task only.
 */
public final class InputGate {

    private final Channel[] channels;
    private final int[] inputOfChannel;
    private final boolean[] back;
    private final boolean[] held;
    private final boolean[] ended;
    private final Pace pace;
    private boolean rested = true;
    private long busySinceNanos;
    private int live;
    private int next;
    private int last = -1;

    /** What was on its way when the attempt's snapshot was taken; null for none. */
    private ArrayDeque<StreamElement>[] restored;

    private int restoredLeft;

    /**
     * @param inputOfChannel which of the operator's inputs each channel belongs to
     */
    public InputGate(Channel[] channels, int[] inputOfChannel) {
        this(channels, inputOfChannel, new boolean[channels.length]);
    }

    /**
     * @param inputOfChannel which of the operator's inputs each channel belongs to
     * @param back which channels are feedback of a loop: they are read by {@link #pollBack} only,
     *     and are none of those that {@link #live} counts
     */
    public InputGate(Channel[] channels, int[] inputOfChannel, boolean[] back) {
        this.channels = channels.clone();
        this.inputOfChannel = inputOfChannel.clone();
        this.held = new boolean[channels.length];
        this.ended = new boolean[channels.length];
        this.back = back.clone();
        int regular = 0;
        for (boolean isBack : back) {
            regular += isBack ? 0 : 1;
        }
        this.live = regular;
        int slots = 0;
        for (Channel channel : channels) {
            slots += channel.capacity();
        }
        this.pace = new Pace(slots);
        for (Channel channel : channels) {
            channel.follow(pace);
        }
    }

    /**
     * The next element of a channel that may be read, null when there is none; see {@link
     * #lastChannel}.
     */
    public StreamElement poll() {
        if (restoredLeft > 0) {
            return pollRestored();
        }
        int n = channels.length;
        int at = next;
        for (int i = 0; i < n; i++) {
            if (!held[at] && !ended[at]) {
                StreamElement element = channels[at].poll();
                if (element != null) {
                    last = at;
                    next = at + 1 == n ? 0 : at + 1;
                    return element;
                }
            }
            at = at + 1 == n ? 0 : at + 1;
        }
        rested = true;
        return null;
    }

    /**
     * The next element of a feedback channel that may be read, null when there is none; see {@link
     * #lastChannel}.
     */
    public StreamElement pollBack() {
        return pollEither(true);
    }

    /**
     * The next element of a channel that is no feedback and may be read, null when there is none;
     * see {@link #lastChannel}.
     */
    public StreamElement pollRegular() {
        return restoredLeft > 0 ? pollRestored() : pollEither(false);
    }

    private StreamElement pollEither(boolean wanted) {
        int n = channels.length;
        int at = next;
        for (int i = 0; i < n; i++) {
            if (back[at] == wanted && !held[at] && !ended[at]) {
                StreamElement element = channels[at].poll();
                if (element != null) {
                    last = at;
                    next = at + 1 == n ? 0 : at + 1;
                    return element;
                }
            }
            at = at + 1 == n ? 0 : at + 1;
        }
        return null;
    }

    // ---- what was on its way ----

    /**
     * Gives a channel elements that come before all others: of any regular channel nothing new is
     * taken until they are.
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of a generic type
    public void restore(int channel, List<StreamElement> elements) {
        if (restored == null) {
            restored = new ArrayDeque[channels.length];
        }
        if (restored[channel] == null) {
            restored[channel] = new ArrayDeque<>();
        }
        restored[channel].addAll(elements);
        restoredLeft += elements.size();
    }

    /** Whether elements that were restored are still to be taken. */
    public boolean hasRestored() {
        return restoredLeft > 0;
    }

    private StreamElement pollRestored() {
        int n = channels.length;
        int at = next;
        while (restored[at] == null || restored[at].isEmpty()) {
            at = at + 1 == n ? 0 : at + 1;
        }
        last = at;
        next = at + 1 == n ? 0 : at + 1;
        restoredLeft--;
        return restored[at].poll();
    }

    /** Whether all elements of a channel have been taken that come before what was announced. */
    public boolean hasReached(int channel, Announcement announcement) {
        return (restored == null || restored[channel] == null || restored[channel].isEmpty())
                && channels[channel].taken() >= announcement.position();
    }

    /**
     * Shows, in order, the elements of a channel that come before what was announced and have not
     * been taken. They stay where they are.
     */
    public void showUntaken(int channel, Announcement announcement, Consumer<StreamElement> each) {
        if (restored != null && restored[channel] != null) {
            restored[channel].forEach(each);
        }
        long taken = channels[channel].taken();
        for (long i = taken; i < announcement.from(); i++) {
            each.accept(channels[channel].peek(i));
        }
        for (long i = Math.max(taken, announcement.from()); i < announcement.position(); i++) {
            each.accept(announcement.waiting().get((int) (i - announcement.from())));
        }
    }

    // ---- pace ----

    /** Neither kind of channel had anything to take. */
    public void rest() {
        rested = true;
    }

    /** Whether a channel is feedback of a loop. */
    public boolean isBack(int channel) {
        return back[channel];
    }

    /** The channels that are none of feedback. */
    public int[] regular() {
        return IntStream.range(0, channels.length).filter(i -> !back[i]).toArray();
    }

    /** Bytes that wait for room at the sending ends of the feedback channels; estimated. */
    public long waitingBytes() {
        long bytes = 0;
        for (int i = 0; i < channels.length; i++) {
            bytes += back[i] && !ended[i] ? channels[i].waitingBytes() : 0;
        }
        return bytes;
    }

    /** Elements that wait there. */
    public long waitingElements() {
        long elements = 0;
        for (int i = 0; i < channels.length; i++) {
            elements += back[i] && !ended[i] ? channels[i].waitingElements() : 0;
        }
        return elements;
    }

    /** Whether the task found nothing to take since it consumed its last batch. */
    public boolean isRested() {
        return rested;
    }

    /** The task begins with a batch after a rest; the time before that was not its own. */
    public void begin(long nowNanos) {
        rested = false;
        busySinceNanos = nowNanos;
    }

    /** The task has consumed a batch of so many records. */
    public void consumed(int records, long nowNanos) {
        pace.consumed(records, nowNanos - busySinceNanos);
        busySinceNanos = nowNanos;
    }

    /** The channel of the last element. */
    public int lastChannel() {
        return last;
    }

    /** The operator's input that a channel belongs to. */
    public int input(int channel) {
        return inputOfChannel[channel];
    }

    public int size() {
        return channels.length;
    }

    /** Reads no further from this channel until {@link #release}. */
    public void hold(int channel) {
        held[channel] = true;
    }

    /** Reads from all channels again, save those of feedback: these are released one by one. */
    public void release() {
        for (int i = 0; i < held.length; i++) {
            held[i] &= back[i];
        }
    }

    /** Reads from this channel again. */
    public void release(int channel) {
        held[channel] = false;
    }

    /** Nothing more will come on this channel. */
    public void end(int channel) {
        if (!ended[channel]) {
            ended[channel] = true;
            live -= back[channel] ? 0 : 1;
            pace.ended(channels[channel].capacity());
        }
    }

    public boolean isEnded(int channel) {
        return ended[channel];
    }

    /** Channels, feedback aside, that have not ended. */
    public int live() {
        return live;
    }
}
