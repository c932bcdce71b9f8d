// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Public;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/**
 * An iterator that holds something to be closed.
 *
 * @param <T> the elements
 */
// close() may be interrupted, as the signature we mirror allows.
@SuppressWarnings("try")
@Public
public interface CloseableIterator<T> extends Iterator<T>, AutoCloseable {

    /** No elements, and nothing to close. */
    CloseableIterator<?> EMPTY_INSTANCE = adapterForIterator(Collections.emptyIterator());

    /** The elements of an iterator; nothing to close. */
    static <T> CloseableIterator<T> adapterForIterator(Iterator<T> iterator) {
        return adapterForIterator(iterator, () -> {});
    }

    /** The elements of an iterator, and what to close. */
    static <T> CloseableIterator<T> adapterForIterator(Iterator<T> iterator, AutoCloseable close) {
        return new IteratorAdapter<>(iterator, close);
    }

    /** The elements of a list; those not taken are given to the consumer when it is closed. */
    static <T> CloseableIterator<T> fromList(List<T> list, Consumer<T> closeNotConsumed) {
        Iterator<T> iterator = list.iterator();
        return adapterForIterator(iterator, () -> iterator.forEachRemaining(closeNotConsumed));
    }

    /** The elements of one iterator after the other; all are closed. */
    // The array is only read.
    @SuppressWarnings("varargs")
    @SafeVarargs
    static <T> CloseableIterator<T> flatten(CloseableIterator<T>... iterators) {
        Iterator<CloseableIterator<T>> all = List.of(iterators).iterator();
        Iterator<T> elements =
                new Iterator<>() {
                    private Iterator<T> current = Collections.emptyIterator();

                    @Override
                    public boolean hasNext() {
                        while (!current.hasNext() && all.hasNext()) {
                            current = all.next();
                        }
                        return current.hasNext();
                    }

                    @Override
                    public T next() {
                        if (!hasNext()) {
                            throw new NoSuchElementException();
                        }
                        return current.next();
                    }
                };
        return adapterForIterator(
                elements,
                () -> {
                    Exception first = null;
                    for (CloseableIterator<T> iterator : iterators) {
                        try {
                            iterator.close();
                        } catch (Exception e) {
                            first = ExceptionUtils.firstOrSuppressed(e, first);
                        }
                    }
                    if (first != null) {
                        throw first;
                    }
                });
    }

    /** No elements. */
    // With no elements there is none of a wrong type.
    @SuppressWarnings("unchecked")
    static <T> CloseableIterator<T> empty() {
        return (CloseableIterator<T>) EMPTY_INSTANCE;
    }

    /** The elements given; those not taken are given to the consumer when it is closed. */
    // The array is only read.
    @SuppressWarnings("varargs")
    @SafeVarargs
    static <T> CloseableIterator<T> ofElements(Consumer<T> closeNotConsumed, T... elements) {
        return fromList(Arrays.asList(elements), closeNotConsumed);
    }

    /** One element; if it is not taken it is given to the consumer when it is closed. */
    static <E> CloseableIterator<E> ofElement(E element, Consumer<E> closeIfNotConsumed) {
        return fromList(Collections.singletonList(element), closeIfNotConsumed);
    }

    /**
     * The elements of an iterator, and what to close.
     *
     * @param <E> the elements
     */
    final class IteratorAdapter<E> implements CloseableIterator<E> {

        private final Iterator<E> delegate;
        private final AutoCloseable close;

        IteratorAdapter(Iterator<E> delegate, AutoCloseable close) {
            this.delegate = checkNotNull(delegate);
            this.close = checkNotNull(close);
        }

        @Override
        public boolean hasNext() {
            return delegate.hasNext();
        }

        @Override
        public E next() {
            return delegate.next();
        }

        @Override
        public void remove() {
            delegate.remove();
        }

        @Override
        public void forEachRemaining(Consumer<? super E> action) {
            delegate.forEachRemaining(action);
        }

        @Override
        public void close() throws Exception {
            close.close();
        }
    }
}
