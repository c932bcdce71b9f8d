// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.io.GenericInputFormat;
import io.millrace.api.common.io.NonParallelInput;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.io.GenericInputSplit;
import io.millrace.core.memory.DataInputViewStreamWrapper;
import io.millrace.core.memory.DataOutputViewStreamWrapper;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;

/**
 * The elements of a collection, which travel by their serializer.
 *
 * @param <T> the elements
 */
@PublicEvolving
public class CollectionInputFormat<T> extends GenericInputFormat<T> implements NonParallelInput {

    private static final long serialVersionUID = 1L;

    private final TypeSerializer<T> serializer;
    private transient Collection<T> elements;
    private transient Iterator<T> iterator;

    /** Of these elements. */
    public CollectionInputFormat(Collection<T> dataSet, TypeSerializer<T> serializer) {
        this.elements = Objects.requireNonNull(dataSet, "dataSet");
        this.serializer = Objects.requireNonNull(serializer, "serializer");
    }

    @Override
    public boolean reachedEnd() throws IOException {
        return !iterator.hasNext();
    }

    @Override
    public void open(GenericInputSplit split) throws IOException {
        super.open(split);
        iterator = elements.iterator();
    }

    @Override
    public T nextRecord(T record) throws IOException {
        return iterator.next();
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeInt(elements.size());
        DataOutputViewStreamWrapper view = new DataOutputViewStreamWrapper(out);
        for (T element : elements) {
            serializer.serialize(element, view);
        }
        view.flush();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        int count = in.readInt();
        Collection<T> read = new ArrayList<>();
        DataInputViewStreamWrapper view = new DataInputViewStreamWrapper(in);
        for (int i = 0; i < count; i++) {
            read.add(serializer.deserialize(view));
        }
        elements = read;
    }

    @Override
    public String toString() {
        return "CollectionInputFormat of " + elements.size() + " elements";
    }

    /**
     * Whether a collection can be read.
     *
     * @throws NullPointerException when an element is null
     * @throws IllegalArgumentException when one is not of the class
     */
    public static <X> void checkCollection(Collection<X> elements, Class<X> viewedAs) {
        for (X element : elements) {
            Objects.requireNonNull(element, "The collection must not contain null elements.");
            if (!viewedAs.isAssignableFrom(element.getClass())) {
                throw new IllegalArgumentException(
                        "The elements are not all of one class: "
                                + element
                                + " is a "
                                + element.getClass().getCanonicalName()
                                + ", not a "
                                + viewedAs.getCanonicalName());
            }
        }
    }
}
