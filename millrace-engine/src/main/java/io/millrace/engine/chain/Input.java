// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

/**
 * One input of an operator, as the link before it or the task sees it. Used by the chain's task
 * only.
 *
 * @param <T> what comes in
 */
public interface Input<T> {

    /** A record; {@code timestamp} may be {@link Output#NO_TIMESTAMP}. */
    void element(T value, long timestamp) throws Exception;

    /** The input's watermark has moved forward. */
    void watermark(long timestamp) throws Exception;

    /** The input as a whole became idle, or active again. */
    void idle(boolean idle) throws Exception;
}
