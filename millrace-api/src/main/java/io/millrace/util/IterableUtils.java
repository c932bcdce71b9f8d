// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Internal;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Helpers for iterables. */
@Internal
public class IterableUtils {

    private IterableUtils() {}

    /** The elements as a stream. */
    public static <E> Stream<E> toStream(Iterable<E> iterable) {
        checkNotNull(iterable);
        return iterable instanceof Collection<E> collection
                ? collection.stream()
                : StreamSupport.stream(iterable.spliterator(), false);
    }

    /**
     * The elements of one iterable after the other, each mapped; nothing is done before it is asked
     * for.
     */
    public static <K, V, G extends Iterable<K>> Iterable<V> flatMap(
            Iterable<G> itemGroups, Function<K, V> mapper) {
        return () -> toStream(itemGroups).flatMap(IterableUtils::toStream).map(mapper).iterator();
    }
}
