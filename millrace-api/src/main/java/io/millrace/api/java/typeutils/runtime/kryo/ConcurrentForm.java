// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import java.util.Collection;
import java.util.Comparator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * The collections of java.util.concurrent that are more than their elements: sorted ones with their
 * order, queues with their bound, and the set without a class of its own.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // the elements are only known at run time
final class ConcurrentForm extends CollectionSerializer<Collection> {

    private final Class<?> type;

    ConcurrentForm(Class<?> type) {
        this.type = type;
    }

    static boolean isFor(Class<?> type) {
        return isSorted(type) || isBounded(type) || type == ConcurrentHashMap.KeySetView.class;
    }

    private static boolean isSorted(Class<?> type) {
        return type == ConcurrentSkipListSet.class || type == PriorityBlockingQueue.class;
    }

    private static boolean isBounded(Class<?> type) {
        return type == ArrayBlockingQueue.class
                || type == LinkedBlockingQueue.class
                || type == LinkedBlockingDeque.class;
    }

    @Override
    protected void writeHeader(Kryo kryo, Output output, Collection original) {
        if (isSorted(type)) {
            kryo.writeClassAndObject(output, order(original));
        } else if (isBounded(type)) {
            output.writeInt(bound(original));
        }
    }

    @Override
    protected Collection create(Kryo kryo, Input input, Class<? extends Collection> as, int size) {
        if (isSorted(type)) {
            return empty((Comparator) kryo.readClassAndObject(input), 0);
        }
        return empty(null, isBounded(type) ? input.readInt() : 0);
    }

    @Override
    protected Collection createCopy(Kryo kryo, Collection original) {
        return empty(
                isSorted(type) ? order(original) : null, isBounded(type) ? bound(original) : 0);
    }

    private static Comparator order(Collection sorted) {
        return sorted instanceof ConcurrentSkipListSet set
                ? set.comparator()
                : ((PriorityBlockingQueue) sorted).comparator();
    }

    private static int bound(Collection queue) {
        return queue.size() + ((BlockingQueue) queue).remainingCapacity();
    }

    private Collection empty(Comparator order, int bound) {
        if (type == ConcurrentSkipListSet.class) {
            return new ConcurrentSkipListSet(order);
        } else if (type == PriorityBlockingQueue.class) {
            return new PriorityBlockingQueue(11, order);
        } else if (type == ArrayBlockingQueue.class) {
            return new ArrayBlockingQueue(bound);
        } else if (type == LinkedBlockingQueue.class) {
            return new LinkedBlockingQueue(bound);
        } else if (type == LinkedBlockingDeque.class) {
            return new LinkedBlockingDeque(bound);
        }
        return ConcurrentHashMap.newKeySet();
    }
}
