// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.ttl;

import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.Timed;

/** A folded value that expires as a whole; each further value begins its life anew. */
final class ExpiringReducing<T> implements ReducingState<T>, Expiring {

    private final ReducingState<Timed<T>> state;
    private final Lives lives;
    private final Runnable onAccess;

    ExpiringReducing(ReducingState<Timed<T>> state, Lives lives, Runnable onAccess) {
        this.state = state;
        this.lives = lives;
        this.onAccess = onAccess;
    }

    @Override
    public T get() throws Exception {
        onAccess.run();
        Timed<T> timed = state.get();
        if (timed == null) {
            return null;
        }
        if (lives.hasExpired(timed)) {
            state.clear();
            return lives.showsExpired ? timed.value() : null;
        }
        if (lives.renewedByReads) {
            state.add(lives.begin(null)); // no value to fold, only a time
        }
        return timed.value();
    }

    @Override
    public void add(T value) throws Exception {
        onAccess.run();
        state.add(value == null ? null : lives.begin(value));
    }

    @Override
    public void clear() {
        state.clear();
    }

    @Override
    public boolean hasLiving() throws Exception {
        return lives.shows(state.get(), state);
    }

    /** Folds values that a read would be given; also those of two windows that become one. */
    static final class Fold<T> implements ReduceFunction<Timed<T>> {
        private static final long serialVersionUID = 1L;

        private final ReduceFunction<T> function;
        private final TypeSerializer<T> values;
        private final transient Lives lives;

        Fold(ReduceFunction<T> function, TypeSerializer<T> values, Lives lives) {
            this.function = function;
            this.values = values;
            this.lives = lives;
        }

        @Override
        public Timed<T> reduce(Timed<T> folded, Timed<T> further) throws Exception {
            if (further.value() == null) {
                return new Timed<>(folded.value(), further.lastAccess());
            }
            long now = lives.now();
            if (lives.isLostToFolds(further, now)) {
                return lives.isLostToFolds(folded, now) ? null : folded;
            }
            long latest = Math.max(folded.lastAccess(), further.lastAccess());
            return lives.isLostToFolds(folded, now)
                    // It becomes the accumulator, which the function may change in place.
                    ? new Timed<>(values.copy(further.value()), further.lastAccess())
                    : new Timed<>(function.reduce(folded.value(), further.value()), latest);
        }
    }
}
