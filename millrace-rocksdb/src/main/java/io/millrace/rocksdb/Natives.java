// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Owns native objects, and gives them back in the reverse of the order in which they came: what is
 * built on another goes first. Every native object of this module belongs to one of these, so what
 * is open can be counted. Used by one thread at a time.
 */
final class Natives implements AutoCloseable {

    private static final AtomicLong OPEN = new AtomicLong();

    private final Deque<AutoCloseable> owned = new ArrayDeque<>();

    /** Native objects of the whole process that are open; for tests and people. */
    static long open() {
        return OPEN.get();
    }

    /** Takes an object over. */
    <T extends AutoCloseable> T own(T object) {
        owned.push(object);
        OPEN.incrementAndGet();
        return object;
    }

    /** Gives one back before the others. */
    void release(AutoCloseable object) {
        if (owned.remove(object)) {
            OPEN.decrementAndGet();
            close(object);
        }
    }

    /** Idempotent. */
    @Override
    public void close() {
        RuntimeException failure = null;
        while (!owned.isEmpty()) {
            AutoCloseable object = owned.pop();
            OPEN.decrementAndGet();
            try {
                close(object);
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static void close(AutoCloseable object) {
        try {
            object.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(
                    "What a factory of RocksDB's options gave to be closed can't be closed: " + e,
                    e);
        }
    }
}
