// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import java.io.Serializable;

/**
 * Decides which records go on. A filter must not change the record it looks at.
 *
 * @param <T> the records
 */
@Public
@FunctionalInterface
public interface FilterFunction<T> extends Function, Serializable {

    /**
     * Looks at one record.
     *
     * @return true to let it through
     * @throws Exception fails the task, and the job goes through its restart strategy
     */
    boolean filter(T value) throws Exception;
}
