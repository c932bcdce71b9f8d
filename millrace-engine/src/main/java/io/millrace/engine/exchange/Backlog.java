// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;

/**
 * What waits at the sending end of a feedback edge because its channels are full: any number of
 * elements, first in memory, then on disk, in the order in which they were sent.
 *
 * <p><b>Why without limit.</b> Elsewhere a task whose output is full takes no further input, and so
 * does the one before it; that is back-pressure. In a loop it would be a circle of tasks that wait
 * for each other: the body for the head to take its feedback, the head for the body to take its
 * records. Neither may a record be dropped. So the sender never waits here; the head sees how much
 * does ({@link Channel#waitingBytes}) and takes less in from outside.
 *
 * <p><b>How much is in memory.</b> Records travel by reference and nobody knows how large they are;
 * so one in each {@value #SAMPLE_EVERY}th waiting batch is serialized and weighed. What would go
 * beyond the limit is serialized and handed to the {@link Disk}; what waits on disk comes back one
 * batch at a time, when there is room for it.
 *
 * <p>Used by the sending task only.
 */
public final class Backlog {

    private static final int SAMPLE_EVERY = 16;

    /** What an object costs beside what is in it. */
    private static final int OBJECT_BYTES = 32;

    /** Room for what does not fit into memory. */
    public interface Disk {
        /** Keeps so many bytes; the answer is for {@link #take}. */
        Object keep(byte[] bytes, int length) throws IOException;

        /** Gives them back and forgets them. */
        byte[] take(Object kept) throws IOException;

        /** Forgets everything. */
        void close() throws IOException;
    }

    /** A batch on disk. */
    private record OnDisk(Object kept, int records, long bytes) {}

    /** An element in memory. */
    private record InMemory(StreamElement element, long bytes) {}

    private final Channel[] channels;
    private final TypeSerializer<Object> serializer;
    private final long memoryBytes;
    private final Disk disk;
    private final ArrayDeque<Object>[] waiting;
    private final long[] waitingBytes;
    private final DataOutputSerializer buffer = new DataOutputSerializer(256);
    private long usedBytes;
    private int size;
    private int batches;
    private long recordBytes;

    /**
     * @param memoryBytes how much may wait in memory, over all channels
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of a generic type
    public Backlog(
            Channel[] channels, TypeSerializer<Object> serializer, long memoryBytes, Disk disk) {
        this.channels = channels.clone();
        this.serializer = serializer;
        this.memoryBytes = memoryBytes;
        this.disk = disk;
        this.waiting = new ArrayDeque[channels.length];
        this.waitingBytes = new long[channels.length];
        for (int i = 0; i < channels.length; i++) {
            waiting[i] = new ArrayDeque<>();
        }
    }

    /** Sends an element, or keeps it until there is room. */
    void send(int channel, StreamElement element) {
        if (waiting[channel].isEmpty() && channels[channel].offer(element)) {
            return;
        }
        long bytes = element instanceof Batch batch ? weigh(batch) : OBJECT_BYTES;
        Object entry;
        if (element instanceof Batch batch && usedBytes + bytes > memoryBytes) {
            entry = toDisk(batch);
            bytes = ((OnDisk) entry).bytes();
        } else {
            entry = new InMemory(element, bytes);
            usedBytes += bytes;
        }
        waiting[channel].add(entry);
        size++;
        publish(channel, bytes);
    }

    private void publish(int channel, long moreBytes) {
        waitingBytes[channel] += moreBytes;
        channels[channel].waiting(waitingBytes[channel], waiting[channel].size());
    }

    private long weigh(Batch batch) {
        if (batches++ % SAMPLE_EVERY == 0) {
            buffer.clear();
            serialize(batch, 0);
            long sample = (long) buffer.length() + OBJECT_BYTES;
            recordBytes = recordBytes == 0 ? sample : (3 * recordBytes + sample) / 4;
        }
        return recordBytes * batch.size();
    }

    private void serialize(Batch batch, int at) {
        Object value = batch.value(at);
        try {
            buffer.writeBoolean(value == null);
            buffer.writeLong(batch.timestamp(at));
            if (value != null) {
                serializer.serialize(value, buffer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "A record that is fed back in a loop can't be serialized: " + e.getMessage(),
                    e);
        }
    }

    private OnDisk toDisk(Batch batch) {
        buffer.clear();
        for (int i = 0; i < batch.size(); i++) {
            serialize(batch, i);
        }
        try {
            Object kept = disk.keep(buffer.getSharedBuffer(), buffer.length());
            return new OnDisk(kept, batch.size(), buffer.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private Batch fromDisk(OnDisk from) {
        try {
            byte[] bytes = disk.take(from.kept());
            DataInputDeserializer in = new DataInputDeserializer(bytes);
            Batch batch = new Batch(from.records(), Math.max(1, from.records()));
            for (int i = 0; i < from.records(); i++) {
                boolean isNull = in.readBoolean();
                long timestamp = in.readLong();
                batch.add(isNull ? null : serializer.deserialize(in), timestamp);
            }
            return batch;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Moves what waits into its channels as far as they have room. */
    void drain() {
        for (int i = 0; size > 0 && i < channels.length; i++) {
            drain(i);
        }
    }

    private void drain(int channel) {
        ArrayDeque<Object> queue = waiting[channel];
        boolean moved = false;
        while (!queue.isEmpty()) {
            Object first = queue.poll();
            InMemory next;
            if (first instanceof OnDisk on) {
                if (!channels[channel].hasRoom()) {
                    queue.addFirst(first);
                    break;
                }
                next = new InMemory(fromDisk(on), on.bytes());
                usedBytes += on.bytes();
            } else {
                next = (InMemory) first;
            }
            if (!channels[channel].offer(next.element())) {
                queue.addFirst(next);
                break;
            }
            size--;
            usedBytes -= next.bytes();
            publish(channel, -next.bytes());
            moved = true;
        }
        if (moved) {
            // The receiver may have looked between the last element and the word that it was the
            // last, and gone to sleep over it.
            channels[channel].wakeConsumer();
        }
    }

    /** Whether anything waits. */
    boolean isEmpty() {
        return size == 0;
    }

    /** Forgets what waits. */
    void close() {
        for (ArrayDeque<Object> queue : waiting) {
            queue.clear();
        }
        size = 0;
        usedBytes = 0;
        try {
            disk.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
