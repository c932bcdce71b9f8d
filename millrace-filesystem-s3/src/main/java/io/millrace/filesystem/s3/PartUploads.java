// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Cuts what is written to one object into parts and sends them, several at a time, on threads that
 * all streams share. Holds back what does not fill a part. One thread, but for the sending.
 *
 * @param <T> what is known of a part that was sent
 */
final class PartUploads<T> {

    private static final int SMALLEST_BUFFER = 16 * 1024;
    private static final AtomicInteger THREADS = new AtomicInteger();

    /** As many threads as there are parts on their way; that is bounded by each stream. */
    private static final ExecutorService POOL =
            new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    30,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    task -> {
                        Thread thread =
                                new Thread(task, "millrace-s3-upload-" + THREADS.incrementAndGet());
                        thread.setDaemon(true);
                        return thread;
                    });

    private record OnItsWay<T>(Future<T> part, byte[] buffer) {}

    /** Sends a part; called by any thread. */
    interface Sending<T> {
        T send(int number, byte[] bytes, int length) throws IOException;
    }

    private final S3Store store;
    private final String key;
    private final int atOnce;
    private final Sending<T> sending;
    private final List<T> done;
    private final Deque<OnItsWay<T>> onTheirWay = new ArrayDeque<>();
    private int nextNumber;
    private byte[] buffer = new byte[SMALLEST_BUFFER];
    private int count;

    /** A buffer that has been uploaded, for the next part. */
    private byte[] spare;

    /**
     * @param done parts that count already
     * @param nextNumber of the next part, from 1
     */
    PartUploads(S3Store store, String key, List<T> done, int nextNumber, Sending<T> sending) {
        this.store = store;
        this.key = key;
        this.atOnce = store.settings().concurrentUploads();
        this.sending = sending;
        this.done = new ArrayList<>(done);
        this.nextNumber = nextNumber;
    }

    /** A part is sent when it is full and there is more. */
    void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            int partSize = store.settings().partSize(nextNumber);
            if (count >= partSize) {
                send();
                continue;
            }
            int some = Math.min(left, partSize - count);
            makeRoom(count + some, partSize);
            System.arraycopy(bytes, from, buffer, count, some);
            count += some;
            from += some;
            left -= some;
        }
    }

    private void makeRoom(int needed, int partSize) {
        if (needed > buffer.length) {
            // Small files take little; a file with several parts is large.
            long room = hasSent() ? partSize : 2L * buffer.length;
            buffer = Arrays.copyOf(buffer, (int) Math.max(needed, Math.min(room, partSize)));
        }
    }

    /** What was written and is in no part. */
    int heldBack() {
        return count;
    }

    byte[] heldBackBytes() {
        return buffer;
    }

    /** Whether there is a part besides what is held back. */
    boolean hasSent() {
        return !done.isEmpty() || !onTheirWay.isEmpty();
    }

    /** Makes a part of what is held back, however little. */
    void send() throws IOException {
        int number = nextNumber;
        if (number > 10_000) {
            throw new IOException(
                    store.address(key)
                            + " would need more than 10,000 parts, which S3 doesn't allow. Raise"
                            + " s3.upload.min.part.size, or end files earlier.");
        }
        while (onTheirWay.size() >= atOnce) {
            awaitOldest();
        }
        byte[] full = buffer;
        int length = count;
        onTheirWay.addLast(
                new OnItsWay<>(POOL.submit(() -> sending.send(number, full, length)), full));
        nextNumber++;
        count = 0;
        buffer = spare == null ? new byte[0] : spare;
        spare = null;
    }

    /** Takes what another one has held back; less than a part. */
    void holdBack(byte[] bytes, int length) {
        makeRoom(length, length);
        System.arraycopy(bytes, 0, buffer, 0, length);
        count = length;
    }

    /** Waits for all parts. */
    List<T> await() throws IOException {
        while (!onTheirWay.isEmpty()) {
            awaitOldest();
        }
        return List.copyOf(done);
    }

    private void awaitOldest() throws IOException {
        OnItsWay<T> oldest = onTheirWay.peekFirst();
        try {
            done.add(oldest.part.get());
            onTheirWay.removeFirst();
            spare = oldest.buffer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancel();
            InterruptedIOException interrupted =
                    new InterruptedIOException(
                            store.address(key) + " was not written: this thread was interrupted.");
            interrupted.initCause(e);
            throw interrupted;
        } catch (CancellationException e) {
            throw new IOException(store.address(key) + " was given up.", e);
        } catch (ExecutionException e) {
            cancel();
            if (e.getCause() instanceof IOException failure) {
                throw new IOException(failure.getMessage(), failure);
            }
            throw new IOException(
                    store.address(key) + " could not be written: " + e.getCause(), e.getCause());
        }
    }

    /** Stops what is on its way. */
    void cancel() {
        onTheirWay.forEach(each -> each.part.cancel(true));
    }
}
