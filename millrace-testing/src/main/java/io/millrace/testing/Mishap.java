// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

/**
 * One thing that goes wrong in a simulation.
 *
 * @param kind what
 * @param at at which occasion, counted over the whole simulation from 1; what is counted depends on
 *     the kind
 * @param size how much, for kinds that have a size
 */
record Mishap(Kind kind, long at, long size) {

    /** What may happen, and which occasions are counted for it. */
    enum Kind {
        /** A call of the user's code throws. */
        USER_CODE(Occasion.USER_CALL),
        /** The outside system refuses, or its answer is lost. */
        LEDGER(Occasion.LEDGER_CALL),
        /** An operation of the file system fails once. */
        FILE(Occasion.FILE_WRITE),
        /** All operations of the file system that write fail for a while. */
        FILE_OUTAGE(Occasion.FILE_WRITE),
        /** The disk is full for a while. */
        DISK_FULL(Occasion.FILE_WRITE),
        /** The machine loses its power: the process and all that was not made durable are gone. */
        POWER(Occasion.EFFECT),
        /** The process is killed; what it has written is there. */
        KILL(Occasion.EFFECT),
        /** The same, between two turns. */
        KILL_BETWEEN(Occasion.TURN),
        /** The job is cancelled, and continued by another process. */
        CANCEL(Occasion.TURN),
        /** The job is suspended, as by a signal, and continued by another process. */
        SUSPEND(Occasion.TURN),
        /** A savepoint is asked for; the job goes on. */
        SAVEPOINT(Occasion.TURN),
        /** The job is stopped with a savepoint, from which another process goes on. */
        STOP(Occasion.TURN),
        /** A piece of I/O work takes long; the size is in milliseconds. */
        SLOW_IO(Occasion.IO_WORK),
        /** All I/O work takes long for a while. */
        SLUGGISH_IO(Occasion.IO_WORK),
        /** News of a checkpoint, which need not arrive, do not. */
        LOST_NOTICE(Occasion.NOTICE),
        /** Somebody sets the wall clock; the size is in milliseconds. */
        CLOCK_JUMP(Occasion.TURN);

        final Occasion occasion;

        Kind(Occasion occasion) {
            this.occasion = occasion;
        }
    }

    /** What is counted. */
    enum Occasion {
        USER_CALL,
        LEDGER_CALL,
        FILE_WRITE,
        /** A file operation that writes, or a call of the outside system. */
        EFFECT,
        TURN,
        IO_WORK,
        NOTICE
    }

    @Override
    public String toString() {
        return kind + " at " + kind.occasion + " " + at + (size == 0 ? "" : ", size " + size);
    }
}
