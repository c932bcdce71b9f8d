// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What {@link Collections} wraps around a collection to make it unmodifiable or synchronized: the
 * order if it is sorted, then the elements. The collection inside is closed to everybody; another
 * one with the same elements in the same order takes its place.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // the elements are only known at run time
final class WrapperForm extends Serializer<Object> {

    /**
     * How one kind of wrapper is made.
     *
     * @param inside an empty collection or map with that order
     * @param wrap what is put around it
     */
    private record Kind(Function<Comparator, Object> inside, Function<Object, Object> wrap) {}

    private static final Map<Class<?>, Kind> KINDS = new HashMap<>();

    static {
        collections(
                order -> new ArrayList<>(),
                c -> Collections.unmodifiableCollection((Collection) c),
                c -> Collections.synchronizedCollection((Collection) c));
        collections(
                order -> new ArrayList<>(),
                c -> Collections.unmodifiableList((List) c),
                c -> Collections.synchronizedList((List) c));
        collections(
                order -> new LinkedList<>(),
                c -> Collections.unmodifiableList((List) c),
                c -> Collections.synchronizedList((List) c));
        collections(
                order -> new LinkedHashSet<>(),
                c -> Collections.unmodifiableSet((Set) c),
                c -> Collections.synchronizedSet((Set) c));
        collections(
                TreeSet::new,
                c -> Collections.unmodifiableSortedSet((SortedSet) c),
                c -> Collections.synchronizedSortedSet((SortedSet) c));
        collections(
                TreeSet::new,
                c -> Collections.unmodifiableNavigableSet((NavigableSet) c),
                c -> Collections.synchronizedNavigableSet((NavigableSet) c));
        collections(
                order -> new LinkedHashMap<>(),
                c -> Collections.unmodifiableMap((Map) c),
                c -> Collections.synchronizedMap((Map) c));
        collections(
                TreeMap::new,
                c -> Collections.unmodifiableSortedMap((SortedMap) c),
                c -> Collections.synchronizedSortedMap((SortedMap) c));
        collections(
                TreeMap::new,
                c -> Collections.unmodifiableNavigableMap((NavigableMap) c),
                c -> Collections.synchronizedNavigableMap((NavigableMap) c));
    }

    private final Kind kind;

    WrapperForm(Class<?> type) {
        this.kind = KINDS.get(type);
    }

    private static void collections(
            Function<Comparator, Object> inside,
            Function<Object, Object> unmodifiable,
            Function<Object, Object> synchronizing) {
        for (Function<Object, Object> wrap : List.of(unmodifiable, synchronizing)) {
            KINDS.put(wrap.apply(inside.apply(null)).getClass(), new Kind(inside, wrap));
        }
    }

    static boolean isFor(Class<?> type) {
        return KINDS.containsKey(type);
    }

    @Override
    public void write(Kryo kryo, Output output, Object wrapper) {
        // What synchronizes for its users does so for us as well.
        synchronized (wrapper) {
            if (isSorted(wrapper)) {
                kryo.writeClassAndObject(output, order(wrapper));
            }
            if (wrapper instanceof Map<?, ?> map) {
                output.writeVarInt(map.size(), true);
                map.forEach(
                        (key, value) -> {
                            kryo.writeClassAndObject(output, key);
                            kryo.writeClassAndObject(output, value);
                        });
            } else {
                Collection<?> collection = (Collection<?>) wrapper;
                output.writeVarInt(collection.size(), true);
                for (Object element : collection) {
                    kryo.writeClassAndObject(output, element);
                }
            }
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        boolean sorted =
                SortedMap.class.isAssignableFrom(type) || SortedSet.class.isAssignableFrom(type);
        Object inside =
                kind.inside().apply(sorted ? (Comparator) kryo.readClassAndObject(input) : null);
        Object wrapper = kind.wrap().apply(inside);
        // Elements may refer to it.
        kryo.reference(wrapper);
        for (int left = input.readVarInt(true); left > 0; left--) {
            Object element = kryo.readClassAndObject(input);
            if (inside instanceof Map map) {
                map.put(element, kryo.readClassAndObject(input));
            } else {
                ((Collection) inside).add(element);
            }
        }
        return wrapper;
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        Object inside = kind.inside().apply(isSorted(original) ? order(original) : null);
        Object wrapper = kind.wrap().apply(inside);
        kryo.reference(wrapper);
        synchronized (original) {
            if (original instanceof Map<?, ?> map) {
                map.forEach((key, value) -> ((Map) inside).put(kryo.copy(key), kryo.copy(value)));
            } else {
                for (Object element : (Collection<?>) original) {
                    ((Collection) inside).add(kryo.copy(element));
                }
            }
        }
        return wrapper;
    }

    private static boolean isSorted(Object wrapper) {
        return wrapper instanceof SortedMap || wrapper instanceof SortedSet;
    }

    private static Comparator order(Object sorted) {
        return sorted instanceof SortedMap map
                ? map.comparator()
                : ((SortedSet) sorted).comparator();
    }
}
