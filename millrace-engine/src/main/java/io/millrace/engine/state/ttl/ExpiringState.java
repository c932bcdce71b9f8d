// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.ttl;

import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.StateSweep;
import io.millrace.engine.state.TimedSerializer;
import java.util.Collection;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A state of the program's whose entries expire, over a state of a backend that keeps each of them
 * with the time of its last access.
 *
 * <p><b>Three steps.</b> A backend that is asked for such a state makes one of these from the
 * descriptor; registers, as any other, what {@link #kept} describes; and hands out {@link #over}
 * that. What expires, and when, is known here only.
 *
 * <p><b>How entries go.</b> One that has expired is removed when it is met, whoever meets it: a
 * read of its key; the walk over all keys; the sweep, which looks at a few entries of other keys at
 * each access (and, if the program wants, at each record), so that keys that never come back do not
 * stay for ever; and a snapshot can leave it out. A key that has nothing left is gone from the
 * table, with its list or map (case S13).
 */
public final class ExpiringState {

    private final StateDescriptor<?, ?> descriptor;
    private final StateDescriptor<?, ?> kept;
    private final Lives lives;
    private final StateTtlConfig.CleanupStrategies cleanup;
    private final StateTtlConfig.IncrementalCleanupStrategy incremental;
    private StateSweep sweep;
    private State shown;
    private NamespacedState<?, ?> namespaced;

    /**
     * @param descriptor one with a time to live, whose serializers are set
     * @param nowMs the task's wall clock; any thread may ask it
     */
    public ExpiringState(StateDescriptor<?, ?> descriptor, LongSupplier nowMs) {
        StateTtlConfig config = descriptor.getTtlConfig();
        this.descriptor = descriptor;
        this.lives = new Lives(config, nowMs);
        this.cleanup = config.getCleanupStrategies();
        this.incremental = cleanup.getIncrementalCleanupStrategy();
        this.kept = kept(descriptor, nowMs);
    }

    private StateDescriptor<?, ?> kept(StateDescriptor<?, ?> of, LongSupplier nowMs) {
        return switch (of.getType()) {
            case VALUE -> value((ValueStateDescriptor<?>) of, nowMs);
            case LIST -> list((ListStateDescriptor<?>) of, nowMs);
            case MAP -> map((MapStateDescriptor<?, ?>) of, nowMs);
            case REDUCING -> reducing((ReducingStateDescriptor<?>) of, nowMs);
            case AGGREGATING -> aggregating((AggregatingStateDescriptor<?, ?, ?>) of, nowMs);
            default ->
                    throw new IllegalArgumentException(
                            "State '" + of.getName() + "' is of no known kind: " + of.getType());
        };
    }

    private static <V> StateDescriptor<?, ?> value(ValueStateDescriptor<V> of, LongSupplier now) {
        return new ValueStateDescriptor<>(
                of.getName(), new TimedSerializer<>(of.getSerializer(), now));
    }

    private static <E> StateDescriptor<?, ?> list(ListStateDescriptor<E> of, LongSupplier now) {
        return new ListStateDescriptor<>(
                of.getName(), new TimedSerializer<>(of.getElementSerializer(), now));
    }

    private static <K, V> StateDescriptor<?, ?> map(MapStateDescriptor<K, V> of, LongSupplier now) {
        return new MapStateDescriptor<>(
                of.getName(),
                of.getKeySerializer(),
                new TimedSerializer<>(of.getValueSerializer(), now));
    }

    private <T> StateDescriptor<?, ?> reducing(ReducingStateDescriptor<T> of, LongSupplier now) {
        return new ReducingStateDescriptor<>(
                of.getName(),
                new ExpiringReducing.Fold<>(of.getReduceFunction(), of.getSerializer(), lives),
                new TimedSerializer<>(of.getSerializer(), now));
    }

    private <IN, ACC, OUT> StateDescriptor<?, ?> aggregating(
            AggregatingStateDescriptor<IN, ACC, OUT> of, LongSupplier now) {
        return new AggregatingStateDescriptor<>(
                of.getName(),
                new ExpiringAggregating.Fold<>(of.getAggregateFunction(), lives),
                new TimedSerializer<>(of.getSerializer(), now));
    }

    /** What the program asked for it with. */
    public StateDescriptor<?, ?> descriptor() {
        return descriptor;
    }

    /** What a backend is to keep: the same with times. */
    public StateDescriptor<?, ?> kept() {
        return kept;
    }

    /**
     * Puts itself over what the backend keeps.
     *
     * @param state what was registered for {@link #kept}
     * @param inNamespaces the same in namespaces; null where there are none
     * @param through looks through its entries; null where the backend removes what has expired by
     *     itself
     */
    public ExpiringState over(State state, NamespacedState<?, ?> inNamespaces, StateSweep through) {
        sweep = through;
        shown = show(state);
        namespaced = inNamespaces == null ? null : within(inNamespaces, shown);
        return this;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the backend made it from the descriptor above
    private State show(State state) {
        Runnable onAccess = sweep == null || incremental == null ? () -> {} : this::sweep;
        return switch (descriptor.getType()) {
            case VALUE -> new ExpiringValue<>((ValueState) state, lives, onAccess);
            case LIST ->
                    new ExpiringList<>(descriptor.getName(), (ListState) state, lives, onAccess);
            case MAP -> new ExpiringMap<>((MapState) state, lives, onAccess);
            case REDUCING -> new ExpiringReducing<>((ReducingState) state, lives, onAccess);
            default ->
                    new ExpiringAggregating<>(
                            (AggregatingState) state,
                            ((AggregatingStateDescriptor<?, ?, ?>) descriptor)
                                    .getAggregateFunction(),
                            lives,
                            onAccess);
        };
    }

    private static <N, S extends State> NamespacedState<N, State> within(
            NamespacedState<N, S> kept, State shown) {
        return new NamespacedState<>() {
            @Override
            public State in(N namespace) {
                kept.in(namespace);
                return shown;
            }

            @Override
            public void merge(N target, Collection<? extends N> sources) throws Exception {
                kept.merge(target, sources);
            }
        };
    }

    /** The program's view. */
    public State state() {
        return shown;
    }

    /** The engine's view of a state in namespaces; null for others. */
    public NamespacedState<?, ?> namespaced() {
        return namespaced;
    }

    /** Whether the current key has anything to show; what has expired of it is removed. */
    public boolean hasLiving() throws Exception {
        return ((Expiring) shown).hasLiving();
    }

    /** Whether the sweep is to go on at each record, too. */
    public boolean isSweptByRecords() {
        return sweep != null && incremental != null && incremental.runCleanupForEveryRecord();
    }

    /** Goes on through entries of other keys. */
    public void sweep() {
        sweep.next(incremental.getCleanupSize(), lives.survivors(descriptor.getType()));
    }

    /**
     * What a snapshot that begins now writes of what is kept under a key: null for all of it, else
     * as {@link StateSweep#next} takes it. Any thread may use it.
     */
    public UnaryOperator<Object> inSnapshot() {
        return cleanup.inFullSnapshot() ? lives.survivors(descriptor.getType()) : null;
    }
}
