// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many records a batch to one receiver may hold, so that what is on its way to it is never more
 * than it consumes in about {@value #HORIZON_MS} ms.
 *
 * <p><b>Why time.</b> Records travel by reference: nobody knows how many bytes they are, and to
 * find out would be to serialize them. A bound on their number alone is none. Sixteen batches of
 * 1024 records are nothing when a record is a number, and the whole heap when it is a picture and
 * the sink is slow. But memory fills only where a receiver is slower than its sender, and there all
 * that is needed is that the receiver never runs dry while its sender gets its turn: some
 * milliseconds. Who is slow is also who pays nothing for small batches. And since a barrier waits
 * behind all that is on its way, the same bound keeps alignment short.
 *
 * <p><b>How.</b> The receiver reads the clock once per batch. What it took from the end of one
 * batch to the end of the next, waits for room in its own outputs, timers and other tasks on its
 * thread included, is what its records cost; only when it found nothing to take was the time its
 * sender's. From this follows how many records fill the horizon, and that is shared out among the
 * slots of all channels that have not ended.
 *
 * <p>More is allowed by doubling, and only to who has consumed all that he was allowed before:
 * otherwise a task that only passes on, quick as long as there is room behind it, would be given
 * channels that hold far more than ever went through it. Less is allowed by halving, once a batch,
 * or some, have taken {@value #WINDOW_MS} ms: a short pause of the machine does not count. Who is
 * not known yet may have {@value #FIRST_RECORDS} records.
 *
 * <p>The sender looks when it opens a batch; per record there is nothing. One object per input
 * gate: written by the receiving task only, read by its senders, who may see a number that is a
 * batch old.
 */
final class Pace {

    /** What is on its way shall last the receiver this long. */
    static final int HORIZON_MS = 100;

    /** Records that may be on their way to a receiver that nobody knows yet. */
    static final int FIRST_RECORDS = 256;

    /** Less is not enough to say that a receiver has become slower. */
    static final int WINDOW_MS = 10;

    private static final long HORIZON_NANOS = HORIZON_MS * 1_000_000L;
    private static final long WINDOW_NANOS = WINDOW_MS * 1_000_000L;
    private static final VarHandle BATCH_RECORDS;

    static {
        try {
            BATCH_RECORDS =
                    MethodHandles.lookup().findVarHandle(Pace.class, "batchRecords", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("FieldMayBeFinal") // written through the handle
    private int batchRecords;

    private int slots;

    /** What was consumed since the speed was looked at last, and in what time. */
    private long records;

    private long nanos;

    /** What was consumed since the limit was changed last. */
    private long consumed;

    /**
     * @param slots elements that all channels to the receiver hold together
     */
    Pace(int slots) {
        this.slots = slots;
        this.batchRecords = within(FIRST_RECORDS / Math.max(1, slots));
    }

    private static int within(long records) {
        return (int) Math.max(1, Math.min(Batch.CAPACITY, records));
    }

    /** Most records that a batch opened now should hold. Any thread. */
    int batchRecords() {
        return (int) BATCH_RECORDS.getOpaque(this);
    }

    /** Receiver: a batch of so many records has been consumed, in so much time. */
    void consumed(int batch, long inNanos) {
        records += batch;
        nanos += inNanos;
        consumed += batch;
        int now = batchRecords;
        boolean proved = consumed >= (long) now * slots;
        if (!proved && nanos < WINDOW_NANOS) {
            return;
        }
        long fitting = HORIZON_NANOS * records / Math.max(1, nanos) / Math.max(1, slots);
        records = 0;
        nanos = 0;
        if (fitting < now) {
            allow(Math.max(now / 2, fitting));
        } else if (proved) {
            allow(Math.min(now * 2L, fitting));
        }
    }

    private void allow(long perBatch) {
        consumed = 0;
        BATCH_RECORDS.setOpaque(this, within(perBatch));
    }

    /** Receiver: a channel that held so many elements has ended; the others may hold more. */
    void ended(int slotsOfChannel) {
        slots -= slotsOfChannel;
    }
}
