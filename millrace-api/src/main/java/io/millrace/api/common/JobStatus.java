// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.PublicEvolving;

/** How a job stands. */
@PublicEvolving
public enum JobStatus {
    /** Taken, but its supervisor is not set up yet. */
    INITIALIZING(TerminalState.NON_TERMINAL),
    /** Its tasks are not started yet. */
    CREATED(TerminalState.NON_TERMINAL),
    /** Its tasks run. */
    RUNNING(TerminalState.NON_TERMINAL),
    /** It has failed, and its tasks are being ended. */
    FAILING(TerminalState.NON_TERMINAL),
    /** It has failed for good. */
    FAILED(TerminalState.GLOBALLY),
    /** It is being cancelled. */
    CANCELLING(TerminalState.NON_TERMINAL),
    /** It was cancelled. */
    CANCELED(TerminalState.GLOBALLY),
    /** It has done all there was to do. */
    FINISHED(TerminalState.GLOBALLY),
    /** It has failed, and will be started again. */
    RESTARTING(TerminalState.NON_TERMINAL),
    /** It has stopped here, to be resumed. */
    SUSPENDED(TerminalState.LOCALLY),
    /** It is being found again after its supervisor was lost. */
    RECONCILING(TerminalState.NON_TERMINAL);

    private enum TerminalState {
        NON_TERMINAL,
        LOCALLY,
        GLOBALLY
    }

    private final TerminalState terminalState;

    JobStatus(TerminalState terminalState) {
        this.terminalState = terminalState;
    }

    /** Whether the job has ended for good. */
    public boolean isGloballyTerminalState() {
        return terminalState == TerminalState.GLOBALLY;
    }

    /** Whether the job has ended here; it may be resumed elsewhere. */
    public boolean isTerminalState() {
        return terminalState != TerminalState.NON_TERMINAL;
    }
}
