// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import io.millrace.engine.state.SnapshotOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * The bounded path from one subtask to one other: a ring with a single producer and a single
 * consumer (each a task's step; which thread runs it may change, the hand-over between workers
 * orders them).
 *
 * <p>Nobody waits here. A full channel refuses the element and remembers that its producer wants
 * room; the consumer's next {@link #poll} wakes it. An element put in wakes the consumer. Both
 * wakes are a volatile read when the other side is busy.
 */
public final class Channel {

    /** Elements a channel holds, usually; how many records that is, the receiver's pace says. */
    public static final int CAPACITY = 16;

    private static final VarHandle SLOTS =
            MethodHandles.arrayElementVarHandle(StreamElement[].class);

    private final StreamElement[] slots;
    private long head; // consumer's
    private long tail; // producer's
    private volatile boolean roomWanted;

    /** What waits for room at the sending end of a feedback edge, as its sender says. */
    private volatile long waitingBytes;

    private volatile int waitingElements;
    private Pace pace;
    private Listener listener = announcement -> {};
    private Runnable wakeConsumer = () -> {};
    private Runnable wakeProducer = () -> {};

    /** Whom what overtakes the elements of a channel is told. */
    public interface Listener {
        /** On the producer's step; must pass it on to the consumer and return at once. */
        void announced(Announcement announcement);
    }

    public Channel() {
        this(CAPACITY);
    }

    /**
     * @param capacity in elements, a power of two
     */
    public Channel(int capacity) {
        slots = new StreamElement[capacity];
    }

    /** Says whom to wake; before the first element. */
    public void connect(Runnable wakeProducer, Runnable wakeConsumer) {
        this.wakeProducer = wakeProducer;
        this.wakeConsumer = wakeConsumer;
    }

    /** Says who hears announcements; before the first element. */
    public void listen(Listener newListener) {
        this.listener = newListener;
    }

    /** Says whose pace the producer is to keep; before the first element. */
    void follow(Pace pace) {
        this.pace = pace;
    }

    /** Producer: most records that the next batch should hold. */
    int batchRecords() {
        return pace == null ? Batch.CAPACITY : pace.batchRecords();
    }

    /** Elements it holds. */
    int capacity() {
        return slots.length;
    }

    /**
     * Producer: puts an element in; false when the channel is full, and then room will be
     * announced.
     */
    public boolean offer(StreamElement element) {
        if (tryOffer(element)) {
            return true;
        }
        roomWanted = true;
        if (tryOffer(element)) { // the consumer may have made room before it could see the wish
            roomWanted = false;
            return true;
        }
        return false;
    }

    /**
     * Producer: whether an element fits; false when the channel is full, and then room will be
     * announced.
     */
    boolean hasRoom() {
        int at = (int) tail & (slots.length - 1);
        if (SLOTS.getAcquire(slots, at) == null) {
            return true;
        }
        roomWanted = true;
        if (SLOTS.getVolatile(slots, at) == null) { // as in offer
            roomWanted = false;
            return true;
        }
        return false;
    }

    /** Producer: says how much waits for room in here. */
    void waiting(long bytes, int elements) {
        waitingElements = elements;
        waitingBytes = bytes;
    }

    /**
     * Producer: tells the consumer, past all elements, what stands behind those put in so far and
     * behind these.
     *
     * @param order the barrier; null for the end of the channel
     * @param waiting what will be put in next
     */
    void announce(SnapshotOrder order, List<StreamElement> waiting) {
        listener.announced(new Announcement(order, tail, waiting));
    }

    /** Producer: wakes the consumer, for more than an element. */
    void wakeConsumer() {
        wakeConsumer.run();
    }

    /** Consumer: bytes that wait for room in here; estimated, and a moment's truth. */
    public long waitingBytes() {
        return waitingBytes;
    }

    /** Consumer: elements that wait for room in here; a moment's truth. */
    public int waitingElements() {
        return waitingElements;
    }

    private boolean tryOffer(StreamElement element) {
        int at = (int) tail & (slots.length - 1);
        if (SLOTS.getAcquire(slots, at) != null) {
            return false;
        }
        SLOTS.setVolatile(slots, at, element);
        tail++;
        wakeConsumer.run();
        return true;
    }

    /** Consumer: takes the next element, null when there is none. */
    public StreamElement poll() {
        int at = (int) head & (slots.length - 1);
        StreamElement element = (StreamElement) SLOTS.getAcquire(slots, at);
        if (element == null) {
            return null;
        }
        SLOTS.setVolatile(slots, at, null);
        head++;
        if (roomWanted) {
            roomWanted = false;
            wakeProducer.run();
        }
        return element;
    }

    /** Consumer: how many elements it has taken so far. */
    long taken() {
        return head;
    }

    /**
     * Consumer: an element that it has not taken yet, by its number in all that was ever put in;
     * the caller knows that it was.
     */
    StreamElement peek(long number) {
        return (StreamElement) SLOTS.getAcquire(slots, (int) number & (slots.length - 1));
    }

    /** Whether the consumer would find nothing. Either side; a moment's truth. */
    public boolean isEmpty() {
        return SLOTS.getAcquire(slots, (int) head & (slots.length - 1)) == null;
    }

    /** Producer: whether all that it put in has been taken. */
    boolean isDrained() {
        return SLOTS.getAcquire(slots, (int) (tail - 1) & (slots.length - 1)) == null;
    }
}
