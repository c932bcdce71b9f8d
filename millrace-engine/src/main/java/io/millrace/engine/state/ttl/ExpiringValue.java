// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.ttl;

import io.millrace.api.common.state.ValueState;
import io.millrace.engine.state.Timed;
import java.io.IOException;

/** A value that expires. */
final class ExpiringValue<V> implements ValueState<V>, Expiring {

    private final ValueState<Timed<V>> state;
    private final Lives lives;
    private final Runnable onAccess;

    ExpiringValue(ValueState<Timed<V>> state, Lives lives, Runnable onAccess) {
        this.state = state;
        this.lives = lives;
        this.onAccess = onAccess;
    }

    @Override
    public V value() throws IOException {
        onAccess.run();
        Timed<V> timed = state.value();
        if (timed == null) {
            return null;
        }
        if (lives.hasExpired(timed)) {
            state.clear();
            return lives.showsExpired ? timed.value() : null;
        }
        if (lives.renewedByReads) {
            state.update(lives.begin(timed.value()));
        }
        return timed.value();
    }

    @Override
    public void update(V value) throws IOException {
        onAccess.run();
        state.update(value == null ? null : lives.begin(value));
    }

    @Override
    public void clear() {
        state.clear();
    }

    @Override
    public boolean hasLiving() throws IOException {
        return lives.shows(state.value(), state);
    }
}
