// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import java.io.IOException;
import java.util.Arrays;

/**
 * Cuts what is written into chunks, and holds back what fills none: little memory for a small
 * object, that of one chunk for a large one. One thread.
 */
final class HeldBack {

    private static final int SMALLEST = 16 * 1024;

    private final int chunkSize;
    private byte[] bytes = new byte[0];
    private int count;

    HeldBack(int chunkSize) {
        this.chunkSize = chunkSize;
    }

    /** Takes a chunk; the array is used again afterwards. */
    interface Sending {
        void send(byte[] bytes, int length) throws IOException;
    }

    /** A chunk is sent when it is full and there is more. */
    void write(byte[] from, int offset, int length, Sending sending) throws IOException {
        int at = offset;
        int left = length;
        while (left > 0) {
            if (count == chunkSize) {
                send(sending);
            }
            int some = Math.min(left, chunkSize - count);
            makeRoom(count + some);
            System.arraycopy(from, at, bytes, count, some);
            count += some;
            at += some;
            left -= some;
        }
    }

    private void makeRoom(int needed) {
        if (needed > bytes.length) {
            long room = Math.max(SMALLEST, Math.max(needed, 2L * bytes.length));
            bytes = Arrays.copyOf(bytes, (int) Math.min(room, chunkSize));
        }
    }

    int count() {
        return count;
    }

    /** Sends what is there, however little. */
    void send(Sending sending) throws IOException {
        sending.send(bytes, count);
        count = 0;
    }

    void drop() {
        bytes = new byte[0];
        count = 0;
    }
}
