// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.util.FlinkRuntimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The broadcast states of an operator, as they were named where its stream was broadcast. Used by
 * the chain's task only.
 *
 * <p>Functions name a state again with each call. The descriptor that did so last is let through by
 * its identity; another one is checked against the types that the state has.
 */
final class BroadcastStates {

    private final OperatorContext context;
    private final List<MapStateDescriptor<?, ?>> descriptors;
    private final Map<String, Entry> entries = new HashMap<>();

    /**
     * Whether it is an element of the broadcast stream that is being processed; set by the operator
     * around each.
     */
    boolean broadcasting;

    private static final class Entry {
        final BroadcastState<?, ?> state;
        final BroadcastState<?, ?> readOnly;

        /** Asked for last, by the side that reads and by the one that writes. */
        MapStateDescriptor<?, ?> reading;

        MapStateDescriptor<?, ?> writing;

        Entry(BroadcastState<?, ?> state, BroadcastState<?, ?> readOnly) {
            this.state = state;
            this.readOnly = readOnly;
        }
    }

    BroadcastStates(OperatorContext context, List<MapStateDescriptor<?, ?>> descriptors) {
        this.context = context;
        this.descriptors = descriptors;
    }

    /** Registers all of them, so that they are restored and in each snapshot, used or not. */
    void initialize() throws Exception {
        for (MapStateDescriptor<?, ?> descriptor : descriptors) {
            register(descriptor);
        }
    }

    private <K, V> void register(MapStateDescriptor<K, V> descriptor) throws Exception {
        BroadcastState<K, V> state = context.operatorState().getBroadcastState(descriptor);
        String name = descriptor.getName();
        entries.put(
                name,
                new Entry(
                        state,
                        new UnwritableBroadcastState<>(state, name, context.operatorName())));
    }

    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // of the types that were checked
    <K, V> BroadcastState<K, V> writable(MapStateDescriptor<K, V> descriptor) {
        checkBroadcasting("getBroadcastState");
        Entry entry = find(descriptor);
        if (entry.writing != descriptor) {
            check(descriptor);
            entry.writing = descriptor;
        }
        return (BroadcastState<K, V>) entry.state;
    }

    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // of the types that were checked
    <K, V> BroadcastState<K, V> readOnly(MapStateDescriptor<K, V> descriptor) {
        Entry entry = find(descriptor);
        if (entry.reading != descriptor) {
            check(descriptor);
            entry.reading = descriptor;
        }
        return (BroadcastState<K, V>) entry.readOnly;
    }

    /** A function may have kept the context of an element. */
    void checkBroadcasting(String call) {
        if (!broadcasting) {
            throw new IllegalStateException(
                    "The function of operator '"
                            + context.operatorName()
                            + "' called "
                            + call
                            + " on the context of an element of the broadcast stream while no such element was"
                            + " processed. Use that context only in the call of processBroadcastElement it was given"
                            + " to; processElement and onTimer have their own");
        }
    }

    private Entry find(MapStateDescriptor<?, ?> descriptor) {
        Objects.requireNonNull(descriptor, "The state descriptor must not be null");
        Entry entry = entries.get(descriptor.getName());
        if (entry == null) {
            throw new IllegalArgumentException(
                    "Broadcast state '"
                            + descriptor.getName()
                            + "' does not exist in operator '"
                            + context.operatorName()
                            + "'. There are "
                            + new ArrayList<>(entries.keySet())
                            + ": give its descriptor to broadcast(...) of the stream, too, or correct the name");
        }
        return entry;
    }

    /** The backend compares types with those that the state is registered with. */
    private void check(MapStateDescriptor<?, ?> descriptor) {
        try {
            context.operatorState().getBroadcastState(descriptor);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new FlinkRuntimeException(
                    "The broadcast state '"
                            + descriptor.getName()
                            + "' of operator '"
                            + context.operatorName()
                            + "' can't be used: "
                            + e.getMessage(),
                    e);
        }
    }
}
