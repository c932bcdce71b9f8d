// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

/**
 * What the launcher's process ends with. Signals add 128 and their number: 130 for INT, 143 for
 * TERM.
 */
final class ExitCode {

    /** The job finished. */
    static final int FINISHED = 0;

    /** The job, or the program around it, failed. */
    static final int FAILED = 1;

    /** The command line or a setting is wrong; nothing was started. */
    static final int USAGE = 2;

    /** The job was cancelled. */
    static final int CANCELLED = 3;

    /** Nothing is known to be in the way, but not all is known. */
    static final int UNDECIDED = 4;

    private ExitCode() {}
}
