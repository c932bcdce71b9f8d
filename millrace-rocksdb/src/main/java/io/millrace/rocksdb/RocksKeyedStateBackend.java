// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.state.AskedState;
import io.millrace.engine.state.AskedTimers;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.TimerQueue;
import io.millrace.engine.state.UndividedState;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.engine.state.WindowSlices;
import io.millrace.engine.state.ttl.ExpiringState;
import io.millrace.runtime.state.KeyedStateFunction;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keyed state in a RocksDB database: one column family for each state and for the timers of each
 * name, under keys that begin with the key group.
 *
 * <p>Restored column families are there at once, and compacted like all others, whether the program
 * asks for their states or not; a state that it asks for takes them over ({@link Migration}).
 *
 * <p>Freezing writes the buffers out and gives every file a second name; no entry is read, and no
 * file is copied.
 *
 * @param <K> type of the keys
 */
final class RocksKeyedStateBackend<K> implements KeyedStateBackend<K> {

    private static final Logger LOG = LoggerFactory.getLogger(RocksKeyedStateBackend.class);

    private final Owner<K> owner;
    private final Database database;
    private final WorkingDirectory work;
    private final boolean incremental;
    private final int timersOnHeap;
    private final LongSupplier nowMs;
    private final KeyBytes<K> keys;
    private final Migration<K> migration;
    private final KnownFiles known;
    private final Map<StateName, Registered<?>> states = new LinkedHashMap<>();
    private final Map<String, RocksTimerQueue<K, ?>> timers = new LinkedHashMap<>();

    /** Those of the states that have a time to live. */
    private final Map<StateName, ExpiringState> expiring = new LinkedHashMap<>();

    /** Column families that the program has not asked for. */
    private final Map<StateName, List<Column>> restored = new LinkedHashMap<>();

    /**
     * @param database with what was restored
     * @param known which of its files lie with checkpoints already
     * @param incremental whether checkpoints refer to files of earlier ones
     * @param timersOnHeap how many of the next timers of a key group are on the heap, too
     */
    RocksKeyedStateBackend(
            Owner<K> owner,
            Database database,
            WorkingDirectory work,
            KnownFiles known,
            boolean incremental,
            int timersOnHeap,
            LongSupplier nowMs) {
        this.owner = owner;
        this.database = database;
        this.work = work;
        this.known = known;
        this.incremental = incremental;
        this.timersOnHeap = timersOnHeap;
        this.nowMs = nowMs;
        this.keys = new KeyBytes<>(owner.keySerializer(), owner.maxParallelism());
        this.migration = new Migration<>(owner, database, keys);
        for (Column column : database.columns()) {
            restored.computeIfAbsent(column.spec().tableName(), name -> new ArrayList<>())
                    .add(column);
        }
        database.showMetrics(owner.metrics());
    }

    @Override
    public void setCurrentKey(K key, int keyHash) {
        keys.set(key, keyHash);
    }

    @Override
    public K currentKey() {
        return keys.key();
    }

    @Override
    @SuppressWarnings("unchecked") // what is registered under a kind is that kind's state
    public <S extends State> S state(StateDescriptor<S, ?> descriptor) throws Exception {
        if (descriptor.getTtlConfig().isEnabled()) {
            return (S) expiring(null, descriptor).state();
        }
        return (S) registered(null, descriptor, 0, Cleanup.NONE).state();
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
        return (NamespacedState<N, S>)
                registered(namespaces, descriptor, 0, Cleanup.NONE).namespaced();
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
        ExpiringState before = expiring.get(name);
        if (before != null && before.descriptor() == descriptor) {
            return before;
        }
        descriptor.initializeSerializerUnlessSet(owner.executionConfig());
        ExpiringState wanted = new ExpiringState(descriptor, nowMs);
        Registered<?> kept =
                registered(
                        namespaces,
                        wanted.kept(),
                        StateTable.saturatedMillis(descriptor.getTtlConfig().getTimeToLive()),
                        Cleanup.of(descriptor.getTtlConfig(), nowMs));
        if (before != null) {
            return before;
        }
        wanted.over(kept.state(), kept.namespaced(), null);
        expiring.put(name, wanted);
        return wanted;
    }

    /**
     * @param namespaces null for a state without
     */
    @SuppressWarnings("ReferenceEquality") // whether it is this very descriptor
    private Registered<?> registered(
            TypeSerializer<?> namespaces,
            StateDescriptor<?, ?> descriptor,
            long ttlMs,
            Cleanup cleanup) {
        StateName name = nameOf(namespaces, descriptor);
        Registered<?> before = states.get(name);
        if (before != null
                && before.descriptor() == descriptor
                && AskedState.isIn(before.table().place.namespaces(), namespaces)) {
            return before;
        }
        descriptor.initializeSerializerUnlessSet(owner.executionConfig());
        AskedState asked = AskedState.of(descriptor, namespaces, owner.operatorName(), owner.uid());
        if (before != null) {
            asked.requireSame(before.label(), before.type(), before.table().place.namespaces());
            return before;
        }
        List<Column> its = restored.getOrDefault(name, List.of());
        AskedState settled =
                asked.after(its.stream().map(column -> column.spec().header()).toList());
        Wanted<?> wanted = Wanted.of(descriptor, settled, database, keys);
        migration.settle(wanted, its, ttlMs, cleanup);
        restored.remove(name);
        Registered<?> made = made(descriptor, wanted);
        states.put(name, made);
        return made;
    }

    private static <V> Registered<V> made(StateDescriptor<?, ?> descriptor, Wanted<V> wanted) {
        StateTable<V> table = wanted.table();
        return new Registered<>(
                descriptor,
                wanted.asked().label(),
                wanted.state(),
                table,
                table.place.namespaces() == null
                        ? null
                        : new TableNamespaces<>(wanted.state(), table, table.place));
    }

    @Override
    public <S extends State> void forEachKey(
            StateDescriptor<S, ?> descriptor, KeyedStateFunction<K, S> function) throws Exception {
        S state = state(descriptor);
        StateName name = nameOf(null, descriptor);
        StateTable<?> table = states.get(name).table();
        ExpiringState lives = expiring.get(name);
        K interrupted = keys.key();
        DataInputDeserializer in = new DataInputDeserializer();
        byte[] place = null;
        try (Scan scan = database.scan(table.column()).seek(new byte[0])) {
            for (; scan.isValid(); scan.next()) {
                byte[] entry = scan.key();
                if (place != null && KeyBytes.startsWith(entry, place)) {
                    continue; // a further entry of a map
                }
                in.setBuffer(entry, KeyBytes.GROUP, entry.length - KeyBytes.GROUP);
                K key = owner.keySerializer().deserialize(in);
                place = Arrays.copyOf(entry, in.getPosition());
                keys.set(key, key.hashCode());
                if (table.isPresent() && (lives == null || lives.hasLiving())) {
                    function.process(key, state);
                }
            }
        } finally {
            keys.set(interrupted, interrupted == null ? 0 : interrupted.hashCode());
        }
    }

    @Override
    public <N, S extends State> void forEachNamespace(
            TypeSerializer<N> namespaces,
            StateDescriptor<S, ?> descriptor,
            KeyInNamespace<K, N> function)
            throws Exception {
        NamespacedState<N, S> state = state(namespaces, descriptor);
        StateName name = nameOf(namespaces, descriptor);
        StateTable<?> table = states.get(name).table();
        ExpiringState lives = expiring.get(name);
        K interrupted = keys.key();
        DataInputDeserializer in = new DataInputDeserializer();
        byte[] place = null;
        try (Scan scan = database.scan(table.column()).seek(new byte[0])) {
            for (; scan.isValid(); scan.next()) {
                byte[] entry = scan.key();
                if (place != null && KeyBytes.startsWith(entry, place)) {
                    continue; // a further entry of a map
                }
                in.setBuffer(entry, KeyBytes.GROUP, entry.length - KeyBytes.GROUP);
                K key = owner.keySerializer().deserialize(in);
                N namespace = namespaces.deserialize(in);
                place = Arrays.copyOf(entry, in.getPosition());
                keys.set(key, key.hashCode());
                state.in(namespace);
                if (table.isPresent() && (lives == null || lives.hasLiving())) {
                    function.entry(key, namespace);
                }
            }
        } finally {
            keys.set(interrupted, interrupted == null ? 0 : interrupted.hashCode());
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
        AskedTimers asked = new AskedTimers(name, owner.toString(), written);
        RocksTimerQueue<K, ?> before = timers.get(name);
        if (before != null) {
            asked.requireSame(before.namespaces());
            return (RocksTimerQueue<K, N>) before;
        }
        StateName its = new StateName(StateName.Room.TIMERS, name);
        RocksTimerQueue<K, N> queue =
                migration.timers(
                        asked,
                        written,
                        written == null ? namespaces.createInstance() : null,
                        restored.getOrDefault(its, List.of()),
                        timersOnHeap);
        restored.remove(its);
        timers.put(name, queue);
        return queue;
    }

    @Override
    public boolean hasPanes() {
        return false;
    }

    @Override
    public <I, A> WindowPanes<K, I, A> panes(WindowPanesSpec<I, A> spec) {
        return null;
    }

    @Override
    public <I, A> WindowSlices<K, I, A> slices(WindowPanesSpec<I, A> spec) {
        return null;
    }

    @Override
    public long entries(String stateName) {
        for (StateName.Room room : List.of(StateName.Room.STATE, StateName.Room.NAMESPACED)) {
            StateName name = new StateName(room, stateName);
            if (states.containsKey(name) || restored.containsKey(name)) {
                return columns(name).stream().mapToLong(this::count).sum();
            }
        }
        return 0;
    }

    private List<Column> columns(StateName name) {
        Registered<?> state = states.get(name);
        return state == null
                ? restored.getOrDefault(name, List.of())
                : List.of(state.table().column());
    }

    private long count(Column column) {
        return CanonicalEntries.count(database, column);
    }

    @Override
    public long entries() {
        long sum = 0;
        for (Column column : database.columns()) {
            sum += column.spec().is(StateName.TIMERS) ? 0 : count(column);
        }
        return sum;
    }

    @Override
    public long timerCount(String nameEnd) {
        long sum = 0;
        for (Map.Entry<String, RocksTimerQueue<K, ?>> queue : timers.entrySet()) {
            sum += queue.getKey().endsWith(nameEnd) ? queue.getValue().size() : 0;
        }
        for (Map.Entry<StateName, List<Column>> columns : restored.entrySet()) {
            if (columns.getKey().room() == StateName.Room.TIMERS
                    && columns.getKey().name().endsWith(nameEnd)) {
                sum += columns.getValue().stream().mapToLong(this::count).sum();
            }
        }
        return sum;
    }

    @Override
    public FrozenState freeze(SnapshotOrder order) {
        boolean canonical = order.form() == SnapshotOrder.Form.CANONICAL_SAVEPOINT;
        long mayRefer = known.frozen(order);
        if (!incremental || order.form() != SnapshotOrder.Form.CHECKPOINT) {
            mayRefer = Long.MAX_VALUE;
        }
        Path directory = null;
        List<Snapshot.Table> tables = new ArrayList<>();
        Map<String, UnaryOperator<Object>> survivors = new HashMap<>();
        if (!database.columns().isEmpty()) {
            directory = work.next("checkpoint-" + order.checkpointId());
            database.checkpoint(directory);
            for (Column column : database.columns()) {
                tables.add(
                        new Snapshot.Table(
                                column.name, column.spec(), database.estimatedKeys(column)));
            }
            expiring.forEach(
                    (name, state) ->
                            survivors.put(
                                    states.get(name).table().column().name, state.inSnapshot()));
        }
        return new FrozenDatabase<>(
                owner, canonical, directory, tables, survivors, database.tuning(), known, mayRefer);
    }

    @Override
    public void clear() {
        keys.set(null, 0);
        for (Registered<?> state : states.values()) {
            database.deleteRange(
                    state.table().column(),
                    KeyBytes.group(owner.keyGroups().first()),
                    KeyBytes.group(owner.keyGroups().last() + 1));
        }
    }

    /** The database, for tests. */
    Database database() {
        return database;
    }

    @Override
    public void close() {
        Path directory = database.directory();
        database.close();
        states.clear();
        timers.clear();
        expiring.clear();
        restored.clear();
        try {
            WorkingDirectory.remove(directory);
        } catch (IOException e) {
            LOG.warn(
                    "{} could not be removed: {}. It goes with the job's working directory.",
                    directory,
                    e.toString());
        }
    }
}
