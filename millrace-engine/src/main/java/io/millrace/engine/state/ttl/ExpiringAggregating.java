// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.ttl;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.engine.state.Timed;

/**
 * An aggregate that expires as a whole; each value that is added begins its life anew. The backend
 * hands out the accumulator itself: only here it is known whether anybody may see a result.
 */
final class ExpiringAggregating<IN, ACC, OUT> implements AggregatingState<IN, OUT>, Expiring {

    private final AggregatingState<Object, Timed<ACC>> state;
    private final AggregateFunction<IN, ACC, OUT> function;
    private final Lives lives;
    private final Runnable onAccess;

    ExpiringAggregating(
            AggregatingState<Object, Timed<ACC>> state,
            AggregateFunction<IN, ACC, OUT> function,
            Lives lives,
            Runnable onAccess) {
        this.state = state;
        this.function = function;
        this.lives = lives;
        this.onAccess = onAccess;
    }

    @Override
    public OUT get() throws Exception {
        onAccess.run();
        Timed<ACC> timed = state.get();
        if (timed == null) {
            return null;
        }
        if (lives.hasExpired(timed)) {
            OUT last = lives.showsExpired ? function.getResult(timed.value()) : null;
            state.clear();
            return last;
        }
        if (lives.renewedByReads) {
            state.add(Read.SEEN);
        }
        return function.getResult(timed.value());
    }

    @Override
    public void add(IN value) throws Exception {
        onAccess.run();
        state.add(value);
    }

    @Override
    public void clear() {
        state.clear();
    }

    @Override
    public boolean hasLiving() throws Exception {
        return lives.shows(state.get(), state);
    }

    /** Added in place of a value, for a read that counts as an access. */
    private enum Read {
        SEEN
    }

    /**
     * Adds to what a read would be given; also puts those of two windows together that become one.
     */
    static final class Fold<IN, ACC> implements AggregateFunction<Object, Timed<ACC>, Timed<ACC>> {
        private static final long serialVersionUID = 1L;

        private final AggregateFunction<IN, ACC, ?> function;
        private final transient Lives lives;

        Fold(AggregateFunction<IN, ACC, ?> function, Lives lives) {
            this.function = function;
            this.lives = lives;
        }

        @Override
        public Timed<ACC> createAccumulator() {
            return lives.begin(function.createAccumulator());
        }

        @Override
        @SuppressWarnings("unchecked") // what is no read is an IN
        public Timed<ACC> add(Object value, Timed<ACC> accumulator) {
            if (value == Read.SEEN) {
                return lives.begin(accumulator.value());
            }
            long now = lives.now();
            if (lives.isLostToFolds(accumulator, now)) {
                return new Timed<>(function.add((IN) value, function.createAccumulator()), now);
            }
            return new Timed<>(
                    function.add((IN) value, accumulator.value()),
                    Math.max(accumulator.lastAccess(), now));
        }

        @Override
        public Timed<ACC> getResult(Timed<ACC> accumulator) {
            return accumulator;
        }

        @Override
        public Timed<ACC> merge(Timed<ACC> one, Timed<ACC> other) {
            long now = lives.now();
            if (lives.isLostToFolds(other, now)) {
                return lives.isLostToFolds(one, now) ? null : one;
            }
            return lives.isLostToFolds(one, now)
                    ? other
                    : new Timed<>(
                            function.merge(one.value(), other.value()),
                            Math.max(one.lastAccess(), other.lastAccess()));
        }
    }
}
