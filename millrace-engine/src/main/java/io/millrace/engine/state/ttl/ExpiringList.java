// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.ttl;

import io.millrace.api.common.state.ListState;
import io.millrace.engine.state.Timed;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A list whose elements expire, each by itself. */
final class ExpiringList<E> implements ListState<E>, Expiring {

    private final String name;
    private final ListState<Timed<E>> state;
    private final Lives lives;
    private final Runnable onAccess;

    ExpiringList(String name, ListState<Timed<E>> state, Lives lives, Runnable onAccess) {
        this.name = name;
        this.state = state;
        this.lives = lives;
        this.onAccess = onAccess;
    }

    /** A list of its own: what is added to it is not in the state. */
    @Override
    public Iterable<E> get() throws Exception {
        onAccess.run();
        List<E> shown = new ArrayList<>();
        List<Timed<E>> left = new ArrayList<>();
        long now = lives.now();
        int all = 0;
        for (Timed<E> timed : state.get()) {
            all++;
            boolean expired = lives.hasExpired(timed, now);
            if (!expired) {
                left.add(lives.renewedByReads ? new Timed<>(timed.value(), now) : timed);
            }
            if (!expired || lives.showsExpired) {
                shown.add(timed.value());
            }
        }
        if (left.size() < all || all > 0 && lives.renewedByReads) {
            state.update(left); // an empty one clears
        }
        return shown;
    }

    @Override
    public void add(E element) throws Exception {
        onAccess.run();
        state.add(lives.begin(required(element)));
    }

    @Override
    public void addAll(List<E> elements) throws Exception {
        onAccess.run();
        state.addAll(timed(elements, "addAll"));
    }

    @Override
    public void update(List<E> elements) throws Exception {
        onAccess.run();
        state.update(timed(elements, "update"));
    }

    private List<Timed<E>> timed(List<E> elements, String call) {
        Objects.requireNonNull(
                elements,
                () -> call + "(null) on the list state '" + name + "': the list itself is null.");
        long now = lives.now();
        List<Timed<E>> timed = new ArrayList<>(elements.size());
        for (E element : elements) {
            timed.add(new Timed<>(required(element), now));
        }
        return timed;
    }

    private E required(E element) {
        return Objects.requireNonNull(
                element,
                () ->
                        "A null element cannot be added to the list state '"
                                + name
                                + "'. The list is unchanged.");
    }

    @Override
    public void clear() {
        state.clear();
    }

    @Override
    public boolean hasLiving() throws Exception {
        List<Timed<E>> left = new ArrayList<>();
        long now = lives.now();
        int all = 0;
        for (Timed<E> timed : state.get()) {
            all++;
            if (lives.showsExpired || !lives.hasExpired(timed, now)) {
                left.add(timed);
            }
        }
        if (left.size() < all) {
            state.update(left);
        }
        return !left.isEmpty();
    }
}
