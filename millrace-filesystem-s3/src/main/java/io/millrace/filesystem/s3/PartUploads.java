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
 * Cuts what is written to one object into parts and uploads them, several at a time, on threads that
 * all streams share. Holds back what does not fill a part. One thread, but for the uploads.
 */
final class PartUploads {

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

    private record OnItsWay(Future<S3Store.Part> part, byte[] buffer) {}

    private final S3Store store;
    private final String key;
    private final int atOnce;
    private final List<S3Store.Part> done;
    private final Deque<OnItsWay> onTheirWay = new ArrayDeque<>();

    /** Null until the upload is begun. */
    private String uploadId;

    private int nextNumber;
    private byte[] buffer = new byte[SMALLEST_BUFFER];
    private int count;

    /** A buffer that has been uploaded, for the next part. */
    private byte[] spare;

    /**
     * @param uploadId null where it is begun only when there is more than one part
     * @param done parts of it that count already
     */
    PartUploads(
            S3Store store, String key, String uploadId, List<S3Store.Part> done, int nextNumber) {
        this.store = store;
        this.key = key;
        this.atOnce = store.settings().concurrentUploads();
        this.uploadId = uploadId;
        this.done = new ArrayList<>(done);
        this.nextNumber = nextNumber;
    }

    /** Begins the upload when the first part is full. */
    interface Beginning {
        String begin() throws IOException;
    }

    void write(byte[] bytes, int offset, int length, Beginning beginning) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            int partSize = store.settings().partSize(nextNumber);
            if (count >= partSize) {
                if (uploadId == null) {
                    uploadId = beginning.begin();
                }
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
            long room = done.isEmpty() && onTheirWay.isEmpty() ? 2L * buffer.length : partSize;
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

    String uploadId() {
        return uploadId;
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
        String id = uploadId;
        onTheirWay.addLast(
                new OnItsWay(
                        POOL.submit(() -> store.upload(key, id, number, full, length)), full));
        nextNumber++;
        count = 0;
        buffer = spare == null ? new byte[0] : spare;
        spare = null;
    }

    /** Takes what was held back when the upload was last made durable. */
    void holdBack(byte[] bytes) {
        makeRoom(bytes.length, bytes.length);
        System.arraycopy(bytes, 0, buffer, 0, bytes.length);
        count = bytes.length;
    }

    /** Waits for all parts. */
    List<S3Store.Part> await() throws IOException {
        while (!onTheirWay.isEmpty()) {
            awaitOldest();
        }
        return List.copyOf(done);
    }

    private void awaitOldest() throws IOException {
        OnItsWay oldest = onTheirWay.peekFirst();
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
