// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import java.io.IOException;

/**
 * A sealed file is not what it should be. The message names the file, what was found and what would
 * have been right; {@link #reason()} is for code that decides what to do next.
 */
public final class DamagedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What is wrong with the file. */
    public enum Reason {
        /** The end is missing, or the file is empty: it was never finished, or was cut later. */
        TRUNCATED,
        /** All bytes are there, and others after them. */
        APPENDED,
        /** All bytes are there, but some changed. */
        BIT_FLIPPED,
        /** Not one of our files, or one of ours with another purpose. */
        FOREIGN,
        /** Written by a version so old that this one no longer reads it. */
        TOO_OLD,
        /** Written by a newer version than this one. */
        TOO_NEW,
        /** Intact, but another file than the one that should lie there. */
        MISPLACED,
        /** Intact bytes that say something impossible; a fault of the writer. */
        MALFORMED
    }

    private final String file;
    private final Reason reason;

    public DamagedFileException(String file, Reason reason, String what) {
        super(file + ": " + what);
        this.file = file;
        this.reason = reason;
    }

    /** The file, as it was given to the reader. */
    public String file() {
        return file;
    }

    public Reason reason() {
        return reason;
    }
}
