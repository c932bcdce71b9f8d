// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

/**
 * A split enumerator of this project's own that has something outside of the job which is to go
 * when the job is done. The mirrored {@code close()} ends every attempt, and does not tell whether
 * another one follows, in this process or in the next.
 */
public interface HearsJobEnd {

    /**
     * The job has finished or was cancelled, and it is still this process's: nobody goes on with
     * it. Called right before {@code close()}. Not called when the job fails, restarts, or is only
     * suspended, nor when another process has taken it over or nobody can tell.
     */
    void jobEnds();
}
