// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Decides how far sources may read: records whose position in their split is below the limit pass.
 * Since it goes by position, a source that starts again passes at once over what it was let read
 * before. The end of a split counts as the record after its last. Any thread.
 */
public final class Gate implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Shared<Limit> limit = Shared.of(new Limit());

    private static final class Limit {
        long value;
        final TreeMap<Long, CompletableFuture<Void>> waiting = new TreeMap<>();
    }

    /**
     * Lets the records at positions below {@code position} (from 0) pass. The limit never goes
     * back.
     */
    public void letReadUpTo(long position) {
        Limit mine = limit.get();
        Map<Long, CompletableFuture<Void>> free;
        synchronized (mine) {
            mine.value = Math.max(mine.value, position);
            Map<Long, CompletableFuture<Void>> below = mine.waiting.headMap(mine.value);
            free = new TreeMap<>(below);
            below.clear();
        }
        free.values().forEach(future -> future.complete(null));
    }

    /** Lets everything pass, the end too. */
    public void open() {
        letReadUpTo(Long.MAX_VALUE);
    }

    /** Completes when the record at this position may pass. */
    CompletableFuture<Void> pass(long position) {
        Limit mine = limit.get();
        synchronized (mine) {
            return position < mine.value
                    ? CompletableFuture.completedFuture(null)
                    : mine.waiting.computeIfAbsent(position, p -> new CompletableFuture<>());
        }
    }
}
