// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import io.millrace.engine.state.SnapshotOrder;
import java.util.List;

/**
 * What the sender of a channel tells its receiver past all that is on its way: where a barrier
 * stands, or the end. It takes no place among the elements; it says behind how many of them it
 * would have stood.
 *
 * <p>A barrier that was in line would be known only when it is reached. With this the receiver
 * knows of it at once, and decides itself whether to wait until it has taken all that was before it
 * (then it is as if the barrier had been in line) or to make those elements part of its snapshot.
 * Those that have found no room in the channel yet come along, so that the sender has nothing to
 * keep and nothing to decide: they are the receiver's, wherever they still are.
 *
 * @param order the barrier's; null for the end of the channel
 * @param from elements that had been put into the channel
 * @param waiting elements that waited at the sender, to be put in next and unchanged; to be read
 *     only
 */
public record Announcement(SnapshotOrder order, long from, List<StreamElement> waiting) {

    public Announcement {
        waiting = List.copyOf(waiting);
    }

    /** Elements of the channel that are before it. */
    public long position() {
        return from + waiting.size();
    }

    /** Whether it is of the end and not of a barrier. */
    public boolean isEnd() {
        return order == null;
    }
}
