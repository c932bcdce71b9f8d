// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.ttl;

import io.millrace.api.common.state.MapState;
import io.millrace.engine.state.Timed;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A map whose entries expire, each by itself. Whether it is empty is asked without looking at times
 * (ST-26).
 */
final class ExpiringMap<UK, UV> implements MapState<UK, UV>, Expiring {

    private final MapState<UK, Timed<UV>> state;
    private final Lives lives;
    private final Runnable onAccess;

    ExpiringMap(MapState<UK, Timed<UV>> state, Lives lives, Runnable onAccess) {
        this.state = state;
        this.lives = lives;
        this.onAccess = onAccess;
    }

    /** Null: there is none to show. */
    private Timed<UV> shown(UK key) throws Exception {
        onAccess.run();
        Timed<UV> timed = state.get(key);
        if (timed == null) {
            return null;
        }
        if (lives.hasExpired(timed)) {
            state.remove(key);
            return lives.showsExpired ? timed : null;
        }
        if (lives.renewedByReads) {
            state.put(key, lives.begin(timed.value()));
        }
        return timed;
    }

    @Override
    public UV get(UK key) throws Exception {
        Timed<UV> timed = shown(key);
        return timed == null ? null : timed.value();
    }

    @Override
    public boolean contains(UK key) throws Exception {
        return shown(key) != null;
    }

    @Override
    public void put(UK key, UV value) throws Exception {
        onAccess.run();
        state.put(key, lives.begin(value));
    }

    @Override
    public void putAll(Map<UK, UV> map) throws Exception {
        onAccess.run();
        long now = lives.now();
        Map<UK, Timed<UV>> timed = new HashMap<>();
        map.forEach((key, value) -> timed.put(key, new Timed<>(value, now)));
        state.putAll(timed);
    }

    @Override
    public void remove(UK key) throws Exception {
        onAccess.run();
        state.remove(key);
    }

    @Override
    public Iterable<Map.Entry<UK, UV>> entries() throws Exception {
        return view(entry -> entry);
    }

    @Override
    public Iterable<UK> keys() throws Exception {
        return view(Map.Entry::getKey);
    }

    @Override
    public Iterable<UV> values() throws Exception {
        return view(Map.Entry::getValue);
    }

    @Override
    public Iterator<Map.Entry<UK, UV>> iterator() throws Exception {
        return entries().iterator();
    }

    @Override
    public boolean isEmpty() throws Exception {
        return state.isEmpty();
    }

    @Override
    public void clear() {
        state.clear();
    }

    /** Removes what has expired, renews the rest if reads do, and shows what is left, live. */
    private <T> Iterable<T> view(Function<Map.Entry<UK, UV>, T> part) throws Exception {
        onAccess.run();
        List<Map.Entry<UK, UV>> gone = sweep(lives.renewedByReads);
        Iterable<Map.Entry<UK, Timed<UV>>> left = state.entries();
        if (!lives.showsExpired || gone.isEmpty()) {
            return () -> new Shown<>(List.<Map.Entry<UK, UV>>of().iterator(), left, part);
        }
        return () -> new Shown<>(gone.iterator(), left, part);
    }

    private List<Map.Entry<UK, UV>> sweep(boolean renews) throws Exception {
        List<Map.Entry<UK, UV>> gone = new ArrayList<>();
        long now = lives.now();
        Iterator<Map.Entry<UK, Timed<UV>>> all = state.iterator();
        while (all.hasNext()) {
            Map.Entry<UK, Timed<UV>> entry = all.next();
            if (lives.hasExpired(entry.getValue(), now)) {
                gone.add(new AbstractMap.SimpleEntry<>(entry.getKey(), entry.getValue().value()));
                all.remove();
            } else if (renews) {
                entry.setValue(new Timed<>(entry.getValue().value(), now));
            }
        }
        return gone;
    }

    @Override
    public boolean hasLiving() throws Exception {
        if (!lives.showsExpired) {
            sweep(false);
        }
        return !state.isEmpty();
    }

    /** First what has just gone, then what is there. */
    private final class Shown<T> implements Iterator<T> {
        private final Iterator<Map.Entry<UK, UV>> gone;
        private final Iterable<Map.Entry<UK, Timed<UV>>> left;
        private final Function<Map.Entry<UK, UV>, T> part;
        private Iterator<Map.Entry<UK, Timed<UV>>> living;
        private boolean lastWasGone;

        Shown(
                Iterator<Map.Entry<UK, UV>> gone,
                Iterable<Map.Entry<UK, Timed<UV>>> left,
                Function<Map.Entry<UK, UV>, T> part) {
            this.gone = gone;
            this.left = left;
            this.part = part;
        }

        private Iterator<Map.Entry<UK, Timed<UV>>> living() {
            if (living == null) {
                living = left.iterator();
            }
            return living;
        }

        @Override
        public boolean hasNext() {
            return gone.hasNext() || living().hasNext();
        }

        @Override
        public T next() {
            lastWasGone = gone.hasNext();
            return part.apply(lastWasGone ? gone.next() : new Entry(living().next()));
        }

        /** What has expired is removed already. */
        @Override
        public void remove() {
            if (!lastWasGone) {
                living().remove();
            }
        }
    }

    /** An entry of the map; a new value begins a new life. */
    private final class Entry implements Map.Entry<UK, UV> {
        private final Map.Entry<UK, Timed<UV>> entry;

        Entry(Map.Entry<UK, Timed<UV>> entry) {
            this.entry = entry;
        }

        @Override
        public UK getKey() {
            return entry.getKey();
        }

        @Override
        public UV getValue() {
            return entry.getValue().value();
        }

        @Override
        public UV setValue(UV value) {
            UV before = getValue();
            entry.setValue(lives.begin(value));
            return before;
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Map.Entry<?, ?> other
                    && new AbstractMap.SimpleEntry<>(getKey(), getValue()).equals(other);
        }

        @Override
        public int hashCode() {
            return new AbstractMap.SimpleEntry<>(getKey(), getValue()).hashCode();
        }

        @Override
        public String toString() {
            return getKey() + "=" + getValue();
        }
    }
}
