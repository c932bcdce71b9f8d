// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.functions;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.Function;
import java.io.Serializable;

/**
 * Says which key a record belongs to.
 *
 * <p>It must be deterministic: the same record gives an equal key each time, on every subtask and
 * after every restart, and the key's {@code hashCode()} must not depend on the JVM it is computed
 * in.
 *
 * @param <IN> the records
 * @param <KEY> the keys
 */
@Public
@FunctionalInterface
public interface KeySelector<IN, KEY> extends Function, Serializable {

    /** The record's key, never null. Called on the task that sends the record. */
    KEY getKey(IN value) throws Exception;
}
