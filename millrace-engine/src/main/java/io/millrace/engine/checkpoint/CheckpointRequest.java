// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.SnapshotOrder.Form;
import java.util.Objects;

/**
 * A checkpoint or savepoint that somebody asks for.
 *
 * @param number tells requests of one job apart; from 1
 * @param target the directory under which a savepoint goes; null for a checkpoint, which lies with
 *     the others
 * @param form what its snapshots must be like
 * @param then what becomes of the job afterwards
 */
public record CheckpointRequest(long number, String target, Form form, Then then) {

    /** What becomes of the job when what was asked for is complete. */
    public enum Then {
        /** It goes on. */
        NOTHING,
        /**
         * It ends: from the cut on its tasks emit nothing, what is pending is committed, and then
         * it has finished. Windows stay open in the savepoint.
         */
        STOP,
        /**
         * It ends after its input has come to an end: sources read no further, event time comes to
         * its end, operators finish. The savepoint is taken after that.
         */
        DRAIN,
        /** It is cancelled, and nothing is committed. */
        CANCEL;

        /** Whether the job ends as one that has finished. */
        public boolean finishes() {
            return this == STOP || this == DRAIN;
        }
    }

    public CheckpointRequest {
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(then, "then");
        if (form.isSavepoint() != (target != null)) {
            throw new IllegalArgumentException(
                    "A savepoint needs a directory, and nothing else has one: " + form);
        }
        if (!form.isSavepoint() && then != Then.NOTHING) {
            throw new IllegalArgumentException("A job ends with a savepoint only");
        }
    }

    /** A request for a checkpoint, as the next one by schedule would be. */
    public static CheckpointRequest checkpoint(long number) {
        return new CheckpointRequest(number, null, Form.CHECKPOINT, Then.NOTHING);
    }

    public boolean isSavepoint() {
        return form.isSavepoint();
    }

    /** What it is, for people: the middle of a sentence. */
    public String what() {
        return switch (then) {
            case NOTHING -> isSavepoint() ? "savepoint" : "checkpoint";
            case STOP -> "savepoint with which the job is to stop";
            case DRAIN -> "savepoint with which the job is to stop after its end of data";
            case CANCEL -> "savepoint with which the job is to be cancelled";
        };
    }
}
