// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Objects that are written as others, because they are windows on something else or their classes
 * exist in one JVM only: a sublist as a list of its elements, the key set of a map as a set, a
 * lambda by what Java's serialization makes of it.
 */
final class StandIns {

    /** In the place of the class of a lambda, whose name means nothing elsewhere. */
    static final class Lambda {
        private Lambda() {}
    }

    private StandIns() {}

    /** The class whose objects stand in for those of a class; that class itself if none do. */
    static Class<?> of(Class<?> type) {
        if (type.isHidden()) {
            return Serializable.class.isAssignableFrom(type) ? Lambda.class : type;
        } else if (!isView(type)) {
            return type;
        } else if (SortedSet.class.isAssignableFrom(type)) {
            return TreeSet.class;
        } else if (Set.class.isAssignableFrom(type)) {
            return LinkedHashSet.class;
        } else if (Collection.class.isAssignableFrom(type)) {
            return ArrayList.class;
        } else if (SortedMap.class.isAssignableFrom(type)) {
            return TreeMap.class;
        } else if (Map.class.isAssignableFrom(type)) {
            return LinkedHashMap.class;
        } else if (Map.Entry.class.isAssignableFrom(type)) {
            return AbstractMap.SimpleEntry.class;
        }
        return type;
    }

    /** Java's own classes that nobody can name, and which are not meant to be written. */
    private static boolean isView(Class<?> type) {
        return ClosedClasses.isJavas(type)
                && !Modifier.isPublic(type.getModifiers())
                && !Serializable.class.isAssignableFrom(type)
                && type != EntryForm.IMMUTABLE
                && !type.getName().startsWith("java.util.ImmutableCollections$");
    }

    /** The object to be written in the place of this one. */
    static Object instead(Object value, Class<?> standIn) {
        if (standIn == ArrayList.class) {
            return new ArrayList<>((Collection<?>) value);
        } else if (standIn == LinkedHashSet.class) {
            Set<Object> set = new LinkedHashSet<>();
            for (Object element : (Set<?>) value) {
                // The entries of some maps are good for one step of the iteration only.
                set.add(
                        element instanceof Map.Entry<?, ?> e
                                ? new AbstractMap.SimpleEntry<>(e)
                                : element);
            }
            return set;
        } else if (standIn == TreeSet.class) {
            return sorted((SortedSet<?>) value);
        } else if (standIn == TreeMap.class) {
            return sorted((SortedMap<?, ?>) value);
        } else if (standIn == LinkedHashMap.class) {
            return new LinkedHashMap<>((Map<?, ?>) value);
        } else if (standIn == AbstractMap.SimpleEntry.class) {
            return new AbstractMap.SimpleEntry<>((Map.Entry<?, ?>) value);
        }
        return value;
    }

    private static <E> SortedSet<E> sorted(SortedSet<E> set) {
        return new TreeSet<>(set);
    }

    private static <K, V> SortedMap<K, V> sorted(SortedMap<K, V> map) {
        return new TreeMap<>(map);
    }
}
