// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import java.io.Serializable;

/**
 * Turns each record into exactly one other.
 *
 * @param <T> what comes in
 * @param <O> what goes out
 */
@Public
@FunctionalInterface
public interface MapFunction<T, O> extends Function, Serializable {

    /**
     * Maps one record.
     *
     * @param value the record
     * @return what takes its place
     * @throws Exception fails the task, and the job goes through its restart strategy
     */
    O map(T value) throws Exception;
}
