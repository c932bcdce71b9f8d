// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.Internal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Small things about collections. */
@Internal
public final class CollectionUtil {

    /** What every JVM can allocate, if it has the memory. */
    public static final int MAX_ARRAY_SIZE = Integer.MAX_VALUE - 8;

    private static final float LOAD_FACTOR = 0.75f;

    private CollectionUtil() {}

    /** Whether there is nothing in it. */
    public static boolean isNullOrEmpty(Collection<?> collection) {
        return collection == null || collection.isEmpty();
    }

    /** Whether there is nothing in it but nulls; not for null itself. */
    public static boolean isEmptyOrAllElementsNull(Collection<?> collection) {
        return collection.stream().allMatch(Objects::isNull);
    }

    /** Whether there is nothing in it. */
    public static boolean isNullOrEmpty(Map<?, ?> map) {
        return map == null || map.isEmpty();
    }

    /** The value alone, or nothing for null. */
    public static <T> Set<T> ofNullable(T obj) {
        return obj == null ? Collections.emptySet() : Collections.singleton(obj);
    }

    /** What the function makes of each element and its position, from 0. */
    public static <T, R> Stream<R> mapWithIndex(
            Collection<T> input, BiFunction<T, Integer, R> mapper) {
        List<R> results = new ArrayList<>(input.size());
        for (T element : input) {
            results.add(mapper.apply(element, results.size()));
        }
        return results.stream();
    }

    /** Deals the elements to so many lists, in turn; lists that would be empty are left out. */
    public static <T> Collection<List<T>> partition(Collection<T> elements, int numBuckets) {
        Map<Integer, List<T>> buckets = new LinkedHashMap<>();
        int next = 0;
        for (T element : elements) {
            buckets.computeIfAbsent(next % numBuckets, bucket -> new ArrayList<>()).add(element);
            next++;
        }
        return buckets.values();
    }

    /** What the function makes of each element. */
    public static <I, O> Collection<O> project(Collection<I> collection, Function<I, O> projector) {
        List<O> results = new ArrayList<>(collection.size());
        collection.forEach(element -> results.add(projector.apply(element)));
        return results;
    }

    /** Its elements. */
    public static <E> List<E> iterableToList(Iterable<E> iterable) {
        return iteratorToList(iterable.iterator());
    }

    /** What is left in it. */
    public static <E> List<E> iteratorToList(Iterator<E> iterator) {
        List<E> list = new ArrayList<>();
        iterator.forEachRemaining(list::add);
        return list;
    }

    /** An entry that can't be changed. */
    public static <K, V> Map.Entry<K, V> entry(K k, V v) {
        return Collections.singletonMap(k, v).entrySet().iterator().next();
    }

    /** A map that can't be changed; of entries with the same key the last counts. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public static <K, V> Map<K, V> map(Map.Entry<K, V>... entries) {
        Map<K, V> map = new HashMap<>();
        Arrays.asList(entries).forEach(entry -> map.put(entry.getKey(), entry.getValue()));
        return Collections.unmodifiableMap(map);
    }

    /** A map that takes so many entries without growing. */
    public static <K, V> HashMap<K, V> newHashMapWithExpectedSize(int expectedSize) {
        return new HashMap<>(capacity(expectedSize), LOAD_FACTOR);
    }

    /** A map that takes so many entries without growing. */
    public static <K, V> LinkedHashMap<K, V> newLinkedHashMapWithExpectedSize(int expectedSize) {
        return new LinkedHashMap<>(capacity(expectedSize), LOAD_FACTOR);
    }

    /** A set that takes so many elements without growing. */
    public static <E> HashSet<E> newHashSetWithExpectedSize(int expectedSize) {
        return new HashSet<>(capacity(expectedSize), LOAD_FACTOR);
    }

    /** A set that takes so many elements without growing. */
    public static <E> LinkedHashSet<E> newLinkedHashSetWithExpectedSize(int expectedSize) {
        return new LinkedHashSet<>(capacity(expectedSize), LOAD_FACTOR);
    }

    private static int capacity(int expectedSize) {
        if (expectedSize < 0) {
            throw new IllegalArgumentException("A size can't be negative, but is " + expectedSize);
        }
        return (int) Math.min(1 << 30, Math.ceil(expectedSize / (double) LOAD_FACTOR));
    }

    /** The same collection; nothing is checked. */
    @SuppressWarnings("unchecked") // the caller knows better
    public static <T> Collection<T> subTypeCast(Collection<? super T> collection) {
        return (Collection<T>) collection;
    }

    /**
     * The same collection.
     *
     * @throws ClassCastException when an element is of another class
     */
    public static <T> Collection<T> checkedSubTypeCast(
            Collection<? super T> collection, Class<T> subTypeClass) {
        for (Object element : collection) {
            if (element != null && !subTypeClass.isInstance(element)) {
                throw new ClassCastException(
                        "Cannot cast "
                                + element.getClass().getName()
                                + " to "
                                + subTypeClass.getName());
            }
        }
        return subTypeCast(collection);
    }
}
