// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.async;

import io.millrace.annotation.PublicEvolving;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which answers are no good and should be asked for again.
 *
 * @param <OUT> what comes out
 */
@PublicEvolving
public interface AsyncRetryPredicate<OUT> {

    /** True for a result that is to be asked for again; empty when each result will do. */
    Optional<Predicate<Collection<OUT>>> resultPredicate();

    /** True for an error after which to ask again; empty when each error is final. */
    Optional<Predicate<Throwable>> exceptionPredicate();
}
