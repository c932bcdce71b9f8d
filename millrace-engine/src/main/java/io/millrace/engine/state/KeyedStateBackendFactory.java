// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * Makes the keyed state backends of one job; one implementation per kind of backend. Caller's
 * thread: the task's worker.
 */
public interface KeyedStateBackendFactory extends AutoCloseable {

    /** A backend with what was restored for it. */
    <K> KeyedStateBackend<K> create(KeyedStateRequest<K> request) throws Exception;

    /** The job has ended, and its backends are closed: gives back what they had in common. */
    @Override
    default void close() {}
}
