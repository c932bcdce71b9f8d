// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** What a reader's task hands to the thread that fetches: shards that it may forget. */
final class ReleasedShards {

    private final Queue<String> shards = new ConcurrentLinkedQueue<>();
    private volatile Runnable waker = () -> {};

    void add(Collection<String> released) {
        shards.addAll(released);
        waker.run();
    }

    /** Called when there is something new. */
    void wakes(Runnable newWaker) {
        waker = newWaker;
    }

    /** Takes those out that fit. */
    Set<String> take(Predicate<String> fits) {
        Set<String> taken = new HashSet<>();
        for (Iterator<String> each = shards.iterator(); each.hasNext(); ) {
            String shard = each.next();
            if (fits.test(shard)) {
                each.remove();
                taken.add(shard);
            }
        }
        return taken;
    }
}
