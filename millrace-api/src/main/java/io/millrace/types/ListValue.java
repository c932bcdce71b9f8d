// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/**
 * A list of values of one type, which a subclass names: {@code class Names extends
 * ListValue<StringValue>}.
 */
@PublicEvolving
public abstract class ListValue<V extends Value> implements Value, List<V> {

    private static final long serialVersionUID = 1L;

    private final Class<V> valueClass;
    private final List<V> list;

    /** Empty. */
    public ListValue() {
        this.valueClass = ValueClasses.argument(this, ListValue.class, 0);
        this.list = new ArrayList<>();
    }

    /** With these elements. */
    public ListValue(Collection<V> c) {
        this.valueClass = ValueClasses.argument(this, ListValue.class, 0);
        this.list = new ArrayList<>(c);
    }

    @Override
    public Iterator<V> iterator() {
        return list.iterator();
    }

    @Override
    public void read(DataInputView in) throws IOException {
        int size = in.readInt();
        list.clear();
        for (int i = 0; i < size; i++) {
            V value = InstantiationUtil.instantiate(valueClass);
            value.read(in);
            list.add(value);
        }
    }

    @Override
    public void write(DataOutputView out) throws IOException {
        out.writeInt(list.size());
        for (V value : list) {
            value.write(out);
        }
    }

    @Override
    public int hashCode() {
        return 41 + list.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof ListValue<?> other && list.equals(other.list);
    }

    @Override
    public void add(int index, V element) {
        list.add(index, element);
    }

    @Override
    public boolean add(V e) {
        return list.add(e);
    }

    @Override
    public boolean addAll(Collection<? extends V> c) {
        return list.addAll(c);
    }

    @Override
    public boolean addAll(int index, Collection<? extends V> c) {
        return list.addAll(index, c);
    }

    @Override
    public void clear() {
        list.clear();
    }

    @Override
    public boolean contains(Object o) {
        return list.contains(o);
    }

    @Override
    public String toString() {
        return list.toString();
    }

    @Override
    public boolean containsAll(Collection<?> c) {
        return list.containsAll(c);
    }

    @Override
    public V get(int index) {
        return list.get(index);
    }

    @Override
    public int indexOf(Object o) {
        return list.indexOf(o);
    }

    @Override
    public boolean isEmpty() {
        return list.isEmpty();
    }

    @Override
    public int lastIndexOf(Object o) {
        return list.lastIndexOf(o);
    }

    @Override
    public ListIterator<V> listIterator() {
        return list.listIterator();
    }

    @Override
    public ListIterator<V> listIterator(int index) {
        return list.listIterator(index);
    }

    @Override
    public V remove(int index) {
        return list.remove(index);
    }

    @Override
    public boolean remove(Object o) {
        return list.remove(o);
    }

    @Override
    public boolean removeAll(Collection<?> c) {
        return list.removeAll(c);
    }

    @Override
    public boolean retainAll(Collection<?> c) {
        return list.retainAll(c);
    }

    @Override
    public V set(int index, V element) {
        return list.set(index, element);
    }

    @Override
    public int size() {
        return list.size();
    }

    @Override
    public List<V> subList(int fromIndex, int toIndex) {
        return list.subList(fromIndex, toIndex);
    }

    @Override
    public Object[] toArray() {
        return list.toArray();
    }

    @Override
    public <T> T[] toArray(T[] a) {
        return list.toArray(a);
    }
}
