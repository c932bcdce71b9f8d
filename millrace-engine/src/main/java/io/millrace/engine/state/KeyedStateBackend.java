// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.runtime.state.KeyedStateFunction;
import io.millrace.runtime.state.VoidNamespace;

/**
 * All keyed state and timers of one operator in one subtask. Used by its task only; the {@link
 * FrozenState} it yields is used by I/O threads.
 *
 * @param <K> type of the keys
 */
public interface KeyedStateBackend<K> extends AutoCloseable {

    /**
     * Sets the key that states read and write under.
     *
     * @param keyHash the key's {@link Object#hashCode()}, carried along so that it is computed once
     *     per record
     */
    void setCurrentKey(K key, int keyHash);

    /** The current key, null when none is set. */
    K currentKey();

    /**
     * The state with this name, registered at the first call. The same descriptor gives the same
     * state (ST-7).
     *
     * @throws Exception another kind or an incompatible type under that name, also against the
     *     restored snapshot (case S03): the message names state, uid, operator and both types
     */
    <S extends State> S state(StateDescriptor<S, ?> descriptor) throws Exception;

    /**
     * The state with this name that each key has once per namespace, registered at the first call.
     * States in namespaces and those without are named independently of each other; {@code
     * VoidNamespaceSerializer} stands for those without.
     *
     * @param namespaces writes the namespaces into snapshots
     * @throws Exception as {@link #state(StateDescriptor)}, and if the namespaces have another type
     */
    <N, S extends State> NamespacedState<N, S> state(
            TypeSerializer<N> namespaces, StateDescriptor<S, ?> descriptor) throws Exception;

    /**
     * Calls the function once for each key that has an entry of this state, with that key set; the
     * key that was set before is set again afterwards. The keys are those there are at the
     * beginning, less those whose entry is gone when their turn comes: the function may write and
     * clear this state and others. Entries in namespaces are not shown (S25).
     *
     * @throws Exception as {@link #state}, and what the function throws
     */
    <S extends State> void forEachKey(
            StateDescriptor<S, ?> descriptor, KeyedStateFunction<K, S> function) throws Exception;

    /**
     * The same for a state in namespaces: calls the function once for each key and namespace that
     * has an entry of it, with that key set, and with the state in that namespace; afterwards the
     * namespace is to be set anew.
     *
     * @param namespaces not {@code VoidNamespaceSerializer}
     * @throws Exception as {@link #state}, and what the function throws
     */
    <N, S extends State> void forEachNamespace(
            TypeSerializer<N> namespaces,
            StateDescriptor<S, ?> descriptor,
            KeyInNamespace<K, N> function)
            throws Exception;

    /** Is shown where there are entries. */
    interface KeyInNamespace<K, N> {
        void entry(K key, N namespace) throws Exception;
    }

    /** The timers of this service and domain, with what was restored for them. */
    TimerQueue<K, VoidNamespace> timers(String name);

    /**
     * The same in namespaces; {@code VoidNamespaceSerializer} stands for those without. A name is
     * used for one type of namespaces only.
     */
    <N> TimerQueue<K, N> timers(String name, TypeSerializer<N> namespaces);

    /** Whether {@link #panes} and {@link #slices} have a form here; else they are null. */
    default boolean hasPanes() {
        return true;
    }

    /**
     * What the windows of a grid hold, registered at the first and only call, with what was
     * restored under these names; null when this backend has no such form.
     *
     * @throws Exception as {@link #state(TypeSerializer, StateDescriptor)}
     */
    <I, A> WindowPanes<K, I, A> panes(WindowPanesSpec<I, A> spec) throws Exception;

    /**
     * What the slices of windows hold, likewise.
     *
     * @param spec its grid is that of the slices, its timers' name that of the marks
     */
    <I, A> WindowSlices<K, I, A> slices(WindowPanesSpec<I, A> spec) throws Exception;

    /** Keys that have any state, under one state's name; for people and tests. */
    long entries(String stateName);

    /** Keys that have an entry, summed over all states; for people and tests. */
    long entries();

    /**
     * Timers that wait under the names that end like this, restored ones that nobody has asked for
     * included; for people and tests.
     */
    long timerCount(String nameEnd);

    /** The synchronous part of a snapshot; its length does not grow with the state. */
    FrozenState freeze(SnapshotOrder order);

    /** The same for an ordinary checkpoint. */
    default FrozenState freeze(long checkpointId) {
        return freeze(SnapshotOrder.checkpoint(checkpointId, 0));
    }

    /**
     * A checkpoint is complete, and with it all before: what was written for it may be referred to.
     * Best effort, and never twice.
     */
    default void checkpointComplete(long checkpointId) {}

    /** A checkpoint was given up; what was written for it may be gone. Best effort. */
    default void checkpointAborted(long checkpointId) {}

    /**
     * Forgets all entries of all states; states stay registered. Not for a backend that snapshots
     * are taken of. Afterwards no key is set.
     */
    void clear();

    @Override
    void close();
}
