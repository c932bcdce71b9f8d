// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.AskedState;
import io.millrace.engine.state.AskedTimers;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedHeader;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TimerQueue;
import io.millrace.engine.state.UndividedState;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.engine.state.WindowSlices;
import io.millrace.engine.state.ttl.ExpiringState;
import io.millrace.runtime.state.KeyedStateFunction;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.spi.types.TypeDescription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Keyed state in tables on the heap, one {@link PagedTable} per state and per timer queue.
 *
 * <p>Restored state arrives as bytes, for its type is known only when the program registers it;
 * until then, or for ever, it is carried along ({@link CarriedState}). Freezing takes one image per
 * table and reads no entry. What was frozen is written whole ({@link FrozenKeyedState}), or as what
 * has changed ({@link FrozenLayers}).
 *
 * @param <K> type of the keys
 */
final class HeapKeyedStateBackend<K> implements KeyedStateBackend<K> {

    private final String operatorName;
    private final String uid;
    private final TypeSerializer<K> keySerializer;
    private final String keyType;
    private final StateShape keyShape;
    private final Boxed boxedKey;
    private final int maxParallelism;
    private final KeyGroupRange keyGroups;
    private final ExecutionConfig executionConfig;
    private final LongSupplier nowMs;
    private final KeyCursor<K> cursor;

    /** Null where nothing is restored. */
    private final RestoredEntries<K> entries;

    private final Map<StateName, RegisteredState<?>> states = new LinkedHashMap<>();
    private final Map<String, HeapTimerQueue<K, ?>> timers = new LinkedHashMap<>();
    private final Map<StateName, HeapWindowPanes<K, ?, ?>> panes = new LinkedHashMap<>();
    private final Map<StateName, HeapWindowSlices<K, ?, ?>> slices = new LinkedHashMap<>();

    /** Those of the states that have a time to live. */
    private final Map<StateName, ExpiringState> expiring = new LinkedHashMap<>();

    /** Those of them that are swept at each record; null for none, as nearly always. */
    private ExpiringState[] sweptByRecords;

    /** In several parts where subtasks wrote it in several shapes. */
    private final Map<StateName, List<CarriedState>> carried = new LinkedHashMap<>();

    /**
     * Serializers for the thread that writes snapshots: the task's own must not be used by two
     * threads, and a new set for every snapshot can be dear. In use while the lease of the last
     * snapshot runs.
     */
    private final Map<StateName, Writing> writing = new HashMap<>();

    private TypeSerializer<K> writingKeys;
    private SnapshotLease lastLease;

    /** Null: each snapshot is written whole. */
    private final LayerChain chain;

    /** How many snapshots were taken that could be layers. */
    private long freezes;

    /** Changes with the set of states that are carried. */
    private long structure;

    private long lastTableNumber;

    HeapKeyedStateBackend(
            String operatorName,
            String uid,
            TypeSerializer<K> keySerializer,
            int maxParallelism,
            KeyGroupRange keyGroups,
            ExecutionConfig executionConfig,
            LongSupplier nowMs,
            LayerChain chain,
            List<CarriedState> restored) {
        this.operatorName = operatorName;
        this.uid = uid;
        this.keySerializer = keySerializer;
        this.keyType = TypeDescription.of(keySerializer);
        this.keyShape = StateShape.of(keySerializer);
        this.boxedKey = Boxed.forKeys(keySerializer);
        this.maxParallelism = maxParallelism;
        this.keyGroups = keyGroups;
        this.executionConfig = executionConfig;
        this.nowMs = nowMs;
        this.chain = chain;
        this.cursor = new KeyCursor<>(boxedKey);
        this.entries = restored.isEmpty() ? null : new RestoredEntries<>(keySerializer, cursor);
        for (CarriedState state : restored) {
            carried.computeIfAbsent(
                            StateName.of(state.kind(), state.namespaces(), state.name()),
                            name -> new ArrayList<>())
                    .add(state);
        }
    }

    @Override
    public void setCurrentKey(K key, int keyHash) {
        cursor.set(key, keyHash);
        if (sweptByRecords != null && key != null) {
            for (ExpiringState state : sweptByRecords) {
                state.sweep();
            }
        }
    }

    @Override
    public K currentKey() {
        return cursor.key();
    }

    @Override
    @SuppressWarnings("unchecked") // what is registered under a kind is that kind's state
    public <S extends State> S state(StateDescriptor<S, ?> descriptor) throws Exception {
        if (descriptor.getTtlConfig().isEnabled()) {
            return (S) expiring(null, descriptor).state();
        }
        return (S) registered(null, descriptor).state();
    }

    @Override
    @SuppressWarnings("unchecked") // what is registered under a kind is that kind's state
    public <N, S extends State> NamespacedState<N, S> state(
            TypeSerializer<N> namespaces, StateDescriptor<S, ?> descriptor) throws Exception {
        if (namespaces instanceof VoidNamespaceSerializer) {
            return new UndividedState<>(state(descriptor));
        }
        if (descriptor.getTtlConfig().isEnabled()) {
            return (NamespacedState<N, S>) expiring(namespaces, descriptor).namespaced();
        }
        return (NamespacedState<N, S>) registered(namespaces, descriptor).namespaced();
    }

    private static StateName nameOf(
            TypeSerializer<?> namespaces, StateDescriptor<?, ?> descriptor) {
        return new StateName(
                namespaces == null ? StateName.Room.STATE : StateName.Room.NAMESPACED,
                descriptor.getName());
    }

    /**
     * A state with a time to live: another one underneath keeps its entries with their times.
     *
     * @param namespaces null for a state without
     */
    @SuppressWarnings("ReferenceEquality") // whether it is this very descriptor
    private ExpiringState expiring(TypeSerializer<?> namespaces, StateDescriptor<?, ?> descriptor)
            throws Exception {
        StateName name = nameOf(namespaces, descriptor);
        ExpiringState known = expiring.get(name);
        if (known != null && known.descriptor() == descriptor) {
            return known;
        }
        descriptor.initializeSerializerUnlessSet(executionConfig);
        ExpiringState wanted = new ExpiringState(descriptor, nowMs);
        RegisteredState<?> kept = registered(namespaces, wanted.kept());
        if (known != null) {
            return known;
        }
        wanted.over(kept.state(), kept.namespaced(), new HeapSweep(kept.cell()));
        expiring.put(name, wanted);
        if (wanted.isSweptByRecords()) {
            sweptByRecords =
                    expiring.values().stream()
                            .filter(ExpiringState::isSweptByRecords)
                            .toArray(ExpiringState[]::new);
        }
        return wanted;
    }

    /**
     * @param namespaces null for a state without
     */
    @SuppressWarnings("ReferenceEquality") // whether it is this very descriptor
    private RegisteredState<?> registered(
            TypeSerializer<?> namespaces, StateDescriptor<?, ?> descriptor) throws Exception {
        StateName name = nameOf(namespaces, descriptor);
        RegisteredState<?> known = states.get(name);
        if (known != null
                && known.descriptor() == descriptor
                && AskedState.isIn(namespaceSerializer(known), namespaces)) {
            return known;
        }
        descriptor.initializeSerializerUnlessSet(executionConfig);
        AskedState asked = AskedState.of(descriptor, namespaces, operatorName, uid);
        if (known != null) {
            asked.requireSame(known.label(), known.type(), namespaceSerializer(known));
            return known;
        }
        List<CarriedState> restored = carried.getOrDefault(name, List.of());
        List<StateHeader> written = new ArrayList<>();
        for (CarriedState part : restored) {
            written.add(StateHeader.of(part));
        }
        AskedState settled = asked.after(written);
        RegisteredState<?> made = new NewStates<>(cursor).of(descriptor, settled);
        for (CarriedState part : restored) {
            entries.fill(made, part, settled.fit(StateHeader.of(part)));
        }
        taken(name);
        states.put(name, made);
        return made;
    }

    private static TypeSerializer<?> namespaceSerializer(RegisteredState<?> state) {
        return state.namespaces() == null ? null : state.namespaces().serializer;
    }

    @Override
    public <S extends State> void forEachKey(
            StateDescriptor<S, ?> descriptor, KeyedStateFunction<K, S> function) throws Exception {
        S state = state(descriptor);
        StateName name = nameOf(null, descriptor);
        ValueCell<?> cell = states.get(name).cell();
        ExpiringState lives = expiring.get(name);
        TableKeys keys = new TableKeys(cell.table);
        K interrupted = cursor.key();
        try {
            for (int i = 0; i < keys.size(); i++) {
                K key = keys.key(i, boxedKey);
                cursor.set(key, key.hashCode());
                if (cell.locate() >= 0 && (lives == null || lives.hasLiving())) {
                    function.process(key, state);
                }
            }
        } finally {
            cursor.set(interrupted, interrupted == null ? 0 : interrupted.hashCode());
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the state was registered with namespaces of this type
    public <N, S extends State> void forEachNamespace(
            TypeSerializer<N> namespaces,
            StateDescriptor<S, ?> descriptor,
            KeyInNamespace<K, N> function)
            throws Exception {
        NamespacedState<N, S> state = state(namespaces, descriptor);
        StateName name = nameOf(namespaces, descriptor);
        ValueCell<?> cell = states.get(name).cell();
        ExpiringState lives = expiring.get(name);
        TableKeys keys = new TableKeys(cell.table);
        K interrupted = cursor.key();
        try {
            for (int i = 0; i < keys.size(); i++) {
                NamespacedKey<K, N> place = keys.key(i, boxedKey);
                cursor.set(place.key, place.key.hashCode());
                state.in(place.namespace);
                if (cell.locate() >= 0 && (lives == null || lives.hasLiving())) {
                    function.entry(place.key, place.namespace);
                }
            }
        } finally {
            cursor.set(interrupted, interrupted == null ? 0 : interrupted.hashCode());
        }
    }

    @Override
    public TimerQueue<K, VoidNamespace> timers(String name) {
        return timers(name, VoidNamespaceSerializer.INSTANCE);
    }

    @Override
    @SuppressWarnings("unchecked") // its serializer says of which namespaces a queue is
    public <N> TimerQueue<K, N> timers(String name, TypeSerializer<N> namespaces) {
        TypeSerializer<N> written =
                namespaces instanceof VoidNamespaceSerializer ? null : namespaces;
        AskedTimers asked = new AskedTimers(name, operator(), written);
        HeapTimerQueue<K, ?> known = timers.get(name);
        if (known != null) {
            asked.requireSame(known.namespaces);
            return (HeapTimerQueue<K, N>) known;
        }
        HeapTimerQueue<K, N> queue = new HeapTimerQueue<>(written);
        StateName carriedName = new StateName(StateName.Room.TIMERS, name);
        for (CarriedState part : carried.getOrDefault(carriedName, List.of())) {
            entries.fill(queue, asked, namespaces, part);
        }
        taken(carriedName);
        timers.put(name, queue);
        return queue;
    }

    /** What was carried under this name is in a table now. */
    private void taken(StateName name) {
        if (carried.remove(name) != null) {
            structure++;
        }
    }

    @Override
    public <I, A> WindowPanes<K, I, A> panes(WindowPanesSpec<I, A> spec) throws Exception {
        StateName name = new StateName(StateName.Room.NAMESPACED, spec.name());
        if (states.containsKey(name)
                || panes.containsKey(name)
                || timers.containsKey(spec.timers())) {
            throw new IllegalStateException(
                    "The windows '" + spec.name() + "' of " + operator() + " are there already.");
        }
        HeapWindowPanes<K, I, A> windows = new HeapWindowPanes<>(spec, boxedKey);
        StateName timersName = new StateName(StateName.Room.TIMERS, spec.timers());
        new RestoredPanes<>(operator(), spec, keySerializer)
                .fill(
                        windows,
                        carried.getOrDefault(name, List.of()),
                        carried.getOrDefault(timersName, List.of()));
        taken(name);
        taken(timersName);
        panes.put(name, windows);
        return windows;
    }

    @Override
    public <I, A> WindowSlices<K, I, A> slices(WindowPanesSpec<I, A> spec) {
        StateName name = new StateName(StateName.Room.NAMESPACED, spec.name());
        StateName marks = new StateName(StateName.Room.STATE, spec.timers());
        if (states.containsKey(name) || slices.containsKey(name) || states.containsKey(marks)) {
            throw new IllegalStateException(
                    "The slices '" + spec.name() + "' of " + operator() + " are there already.");
        }
        HeapWindowSlices<K, I, A> made =
                new HeapWindowSlices<>(spec, boxedKey, maxParallelism, keyGroups);
        new RestoredSlices<>(operator(), spec, keySerializer)
                .fill(
                        made,
                        carried.getOrDefault(name, List.of()),
                        carried.getOrDefault(marks, List.of()));
        taken(name);
        taken(marks);
        slices.put(name, made);
        return made;
    }

    @Override
    public long entries(String stateName) {
        StateName namespaced = new StateName(StateName.Room.NAMESPACED, stateName);
        if (panes.containsKey(namespaced)) {
            return panes.get(namespaced).entries();
        }
        if (slices.containsKey(namespaced)) {
            return slices.get(namespaced).entries();
        }
        for (StateName.Room room : List.of(StateName.Room.STATE, StateName.Room.NAMESPACED)) {
            StateName name = new StateName(room, stateName);
            RegisteredState<?> state = states.get(name);
            if (state != null) {
                return state.cell().table.size();
            }
            if (carried.containsKey(name)) {
                return carried.get(name).stream().mapToLong(CarriedState::entries).sum();
            }
        }
        return 0;
    }

    @Override
    public long entries() {
        long sum = 0;
        for (RegisteredState<?> state : states.values()) {
            sum += state.cell().table.size();
        }
        for (HeapWindowPanes<K, ?, ?> windows : panes.values()) {
            sum += windows.entries();
        }
        for (HeapWindowSlices<K, ?, ?> windows : slices.values()) {
            sum += windows.entries();
        }
        for (Map.Entry<StateName, List<CarriedState>> state : carried.entrySet()) {
            if (state.getKey().room() != StateName.Room.TIMERS) {
                sum += state.getValue().stream().mapToLong(CarriedState::entries).sum();
            }
        }
        return sum;
    }

    @Override
    public long timerCount(String nameEnd) {
        long sum = 0;
        for (Map.Entry<String, HeapTimerQueue<K, ?>> queue : timers.entrySet()) {
            if (queue.getKey().endsWith(nameEnd)) {
                sum += queue.getValue().size();
            }
        }
        for (Map.Entry<StateName, List<CarriedState>> state : carried.entrySet()) {
            if (state.getKey().room() == StateName.Room.TIMERS
                    && state.getKey().name().endsWith(nameEnd)) {
                sum += state.getValue().stream().mapToLong(CarriedState::entries).sum();
            }
        }
        return sum;
    }

    @Override
    public FrozenState freeze(SnapshotOrder order) {
        if (lastLease == null || !lastLease.isReleased()) {
            writing.clear();
            writingKeys = keySerializer.duplicate();
        }
        SnapshotLease lease = new SnapshotLease();
        lastLease = lease;
        boolean inLayers = chain != null && !order.form().isSavepoint();
        if (inLayers) {
            // Written or not, and in whatever form: the layer after it is put on this one, or on
            // none.
            freezes++;
            inLayers = chain.isWorthLayers(size());
        }
        FrozenContent<K> content = content(new Freezing(lease, inLayers, () -> ++lastTableNumber));
        return inLayers
                ? new FrozenLayers<>(lease, content, chain, freezes, structure)
                : new FrozenKeyedState<>(
                        lease, content, chain == null ? bytes -> {} : chain::writtenWhole);
    }

    private FrozenContent<K> content(Freezing freezing) {
        List<FrozenTables> frozen = new ArrayList<>();
        for (Map.Entry<StateName, RegisteredState<?>> each : states.entrySet()) {
            StateName name = each.getKey();
            RegisteredState<?> state = each.getValue();
            Writing by = writing.get(name);
            if (by == null) {
                by = Writing.of(state);
                writing.put(name, by);
            }
            ExpiringState lives = expiring.get(name);
            frozen.add(
                    state.freeze(
                            freezing,
                            writingKeys,
                            boxedKey,
                            by,
                            lives == null ? null : lives.inSnapshot()));
        }
        if (!timers.isEmpty()) {
            addTimers(freezing, frozen);
        }
        List<SliceMarks<K>> marks = new ArrayList<>();
        if (!panes.isEmpty() || !slices.isEmpty()) { // most jobs load none of that
            addWindows(freezing, frozen, marks);
        }
        return new FrozenContent<>(
                new KeyedHeader(keyType, keyShape, maxParallelism, keyGroups),
                writingKeys,
                frozen,
                marks,
                carried());
    }

    private List<CarriedState> carried() {
        List<CarriedState> all = new ArrayList<>();
        for (List<CarriedState> parts : carried.values()) {
            all.addAll(parts);
        }
        return all;
    }

    private void addTimers(Freezing freezing, List<FrozenTables> frozen) {
        timers.forEach(
                (name, queue) -> {
                    Writing by =
                            writing.computeIfAbsent(
                                    new StateName(StateName.Room.TIMERS, name),
                                    n -> Writing.of(queue));
                    frozen.add(queue.freeze(freezing, name, keyType, writingKeys, by));
                });
    }

    private void addWindows(
            Freezing freezing, List<FrozenTables> frozen, List<SliceMarks<K>> marks) {
        panes.forEach((name, windows) -> frozen.addAll(frozen(name, windows, freezing)));
        slices.forEach(
                (name, windows) -> {
                    SliceMarks<K> mine = windows.freezeMarks();
                    frozen.add(frozen(name, windows, freezing, mine));
                    marks.add(mine);
                });
    }

    private <I, A> List<FrozenTables> frozen(
            StateName name, HeapWindowPanes<K, I, A> windows, Freezing freezing) {
        TypeSerializer<A> own = windows.spec.accumulators();
        return windows.freeze(freezing, writingKeys, writing(name, own), keyType);
    }

    private <I, A> FrozenTables frozen(
            StateName name,
            HeapWindowSlices<K, I, A> windows,
            Freezing freezing,
            SliceMarks<K> marks) {
        TypeSerializer<A> own = windows.spec.accumulators();
        return windows.freeze(freezing, writingKeys, writing(name, own), marks);
    }

    /** Entries and timers of all tables, by their sizes only. */
    private long size() {
        long sum = 0;
        for (RegisteredState<?> state : states.values()) {
            sum += state.cell().table.size();
        }
        for (HeapTimerQueue<K, ?> queue : timers.values()) {
            sum += queue.size();
        }
        for (HeapWindowPanes<K, ?, ?> windows : panes.values()) {
            sum += windows.size();
        }
        for (HeapWindowSlices<K, ?, ?> windows : slices.values()) {
            sum += windows.entries();
        }
        for (List<CarriedState> parts : carried.values()) {
            for (CarriedState part : parts) {
                sum += part.entries();
            }
        }
        return sum;
    }

    @SuppressWarnings("unchecked") // a serializer's duplicate is of its type
    private <A> TypeSerializer<A> writing(StateName name, TypeSerializer<A> own) {
        Writing by =
                writing.computeIfAbsent(
                        name, n -> new Writing(new ValueFormat.Single<>(own.duplicate()), null));
        return ((ValueFormat.Single<A>) by.format()).serializer();
    }

    @Override
    public void clear() {
        cursor.set(null, 0);
        states.values().forEach(state -> state.cell().table.clear());
    }

    @Override
    public void close() {
        panes.clear();
        slices.clear();
        expiring.clear();
        sweptByRecords = null;
        states.clear();
        timers.clear();
        carried.clear();
    }

    private String operator() {
        return "operator '" + operatorName + "' (uid '" + uid + "')";
    }
}
