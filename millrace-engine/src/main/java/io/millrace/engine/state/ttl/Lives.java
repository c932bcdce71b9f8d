// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.ttl;

import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.engine.state.Timed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * How long the entries of one state live, by the clock of the task: a clock that is set back lets
 * them live longer (ST-26).
 */
final class Lives {

    final long ttlMs;
    final boolean renewedByReads;

    /** Whether a read is given what has expired and was not removed before. */
    final boolean showsExpired;

    private final LongSupplier clock;

    Lives(StateTtlConfig config, LongSupplier clock) {
        this.ttlMs = saturatedMillis(config);
        this.renewedByReads = config.getUpdateType() == StateTtlConfig.UpdateType.OnReadAndWrite;
        this.showsExpired =
                config.getStateVisibility()
                        == StateTtlConfig.StateVisibility.ReturnExpiredIfNotCleanedUp;
        this.clock = clock;
    }

    private static long saturatedMillis(StateTtlConfig config) {
        try {
            return config.getTimeToLive().toMillis();
        } catch (ArithmeticException longerThanAnyTime) {
            return Long.MAX_VALUE;
        }
    }

    long now() {
        return clock.getAsLong();
    }

    <V> Timed<V> begin(V value) {
        return new Timed<>(value, now());
    }

    boolean hasExpired(Timed<?> timed) {
        return hasExpired(timed, now());
    }

    /** {@code lastAccess + ttl <= now}, without overflow (ST-23). */
    boolean hasExpired(Timed<?> timed, long now) {
        long end = timed.lastAccess() + ttlMs;
        boolean overflown = timed.lastAccess() > 0 && end < 0;
        return !overflown && end <= now;
    }

    /**
     * Whether a read would be given what a state holds as a whole. What nobody would be given is
     * cleared.
     *
     * @param whole null for nothing
     */
    boolean shows(Timed<?> whole, State state) {
        if (whole != null && hasExpired(whole) && !showsExpired) {
            state.clear();
            return false;
        }
        return whole != null;
    }

    /**
     * Whether a further value that is folded in begins anew, because there is nothing that a read
     * would have been given.
     */
    boolean isLostToFolds(Timed<?> timed, long now) {
        return !showsExpired && hasExpired(timed, now);
    }

    /**
     * What is to stay of what a backend keeps under one key, at this moment; of the kind depends
     * whether that is one value, a list or a map of them. Any thread.
     */
    UnaryOperator<Object> survivors(StateDescriptor.Type kind) {
        long now = now();
        return switch (kind) {
            case LIST -> kept -> ofList((List<?>) kept, now);
            case MAP -> kept -> ofMap((Map<?, ?>) kept, now);
            default -> kept -> hasExpired((Timed<?>) kept, now) ? null : kept;
        };
    }

    private Object ofList(List<?> list, long now) {
        int living = 0;
        for (Object element : list) {
            living += hasExpired((Timed<?>) element, now) ? 0 : 1;
        }
        if (living == list.size()) {
            return list;
        }
        List<Object> left = new ArrayList<>(living);
        for (Object element : list) {
            if (!hasExpired((Timed<?>) element, now)) {
                left.add(element);
            }
        }
        return left.isEmpty() ? null : left;
    }

    private Object ofMap(Map<?, ?> map, long now) {
        int living = 0;
        for (Object value : map.values()) {
            living += hasExpired((Timed<?>) value, now) ? 0 : 1;
        }
        if (living == map.size()) {
            return map;
        }
        Map<Object, Object> left = new HashMap<>();
        map.forEach(
                (key, value) -> {
                    if (!hasExpired((Timed<?>) value, now)) {
                        left.put(key, value);
                    }
                });
        return left.isEmpty() ? null : left;
    }
}
