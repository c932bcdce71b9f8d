// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.IncompatibleShape;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.StateBlock;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TimerQueue;
import io.millrace.engine.state.UnsupportedState;
import io.millrace.runtime.state.KeyedStateFunction;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keyed state in tables on the heap, one {@link PagedTable} per state and per timer queue.
 *
 * <p>Restored state arrives as bytes, for its type is known only when the program registers it;
 * until then, or for ever, it is carried along ({@link CarriedState}). Freezing takes one image per
 * table and reads no entry.
 *
 * @param <K> type of the keys
 */
final class HeapKeyedStateBackend<K> implements KeyedStateBackend<K> {

    private static final String TIMERS = "timers";

    private final String operatorName;
    private final String uid;
    private final TypeSerializer<K> keySerializer;
    private final String keyType;
    private final StateShape keyShape;
    private final Boxed boxedKey;
    private final int maxParallelism;
    private final KeyGroupRange keyGroups;
    private final ExecutionConfig executionConfig;
    private final KeyCursor<K> cursor;
    private final Map<String, RegisteredState<?>> states = new LinkedHashMap<>();
    private final Map<String, HeapTimerQueue<K>> timers = new LinkedHashMap<>();

    /** In several parts where subtasks wrote it in several shapes. */
    private final Map<CarriedName, List<CarriedState>> carried = new LinkedHashMap<>();

    /**
     * Serializers for the thread that writes snapshots: the task's own must not be used by two
     * threads, and a new set for every snapshot can be dear. In use while the lease of the last
     * snapshot runs.
     */
    private final Map<String, ValueFormat<?>> writing = new HashMap<>();

    private TypeSerializer<K> writingKeys;
    private SnapshotLease lastLease;

    /** Timers and states are named independently of each other. */
    private record CarriedName(boolean timers, String name) {}

    HeapKeyedStateBackend(
            String operatorName,
            String uid,
            TypeSerializer<K> keySerializer,
            int maxParallelism,
            KeyGroupRange keyGroups,
            ExecutionConfig executionConfig,
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
        this.cursor = new KeyCursor<>(boxedKey);
        for (CarriedState state : restored) {
            carried.computeIfAbsent(
                            new CarriedName(state.kind().equals(TIMERS), state.name()),
                            name -> new ArrayList<>())
                    .add(state);
        }
    }

    @Override
    public void setCurrentKey(K key, int keyHash) {
        cursor.set(key, keyHash);
    }

    @Override
    public K currentKey() {
        return cursor.key();
    }

    @Override
    @SuppressWarnings({
        "unchecked",
        "ReferenceEquality"
    }) // what is registered under a kind is that kind's state
    public <S extends State> S state(StateDescriptor<S, ?> descriptor) throws Exception {
        RegisteredState<?> known = states.get(descriptor.getName());
        if (known != null && known.descriptor() == descriptor) {
            return (S) known.state();
        }
        if (descriptor.getTtlConfig().isEnabled()) {
            throw new UnsupportedState(
                    "State '"
                            + descriptor.getName()
                            + "' of "
                            + operator()
                            + " has a time to live. State TTL is not supported yet; it comes with a later release.");
        }
        descriptor.initializeSerializerUnlessSet(executionConfig);
        RegisteredState<?> wanted = newState(descriptor);
        if (known != null) {
            if (!known.label().kind().equals(wanted.label().kind())
                    || !known.type().equals(wanted.type())) {
                throw mismatch(
                        wanted, "is registered already as", known.label().kind(), known.type());
            }
            return (S) known.state();
        }
        CarriedName name = new CarriedName(false, descriptor.getName());
        for (CarriedState restored : carried.getOrDefault(name, List.of())) {
            boolean byShape = restored.shape().isKnown() && wanted.shape().isKnown();
            if (!restored.kind().equals(wanted.label().kind())
                    || !byShape && !restored.type().equals(wanted.type())) {
                throw mismatch(wanted, "was restored as", restored.kind(), restored.type());
            }
            fill(wanted, restored, byShape);
        }
        carried.remove(name);
        states.put(descriptor.getName(), wanted);
        return (S) wanted.state();
    }

    @Override
    public <S extends State> void forEachKey(
            StateDescriptor<S, ?> descriptor, KeyedStateFunction<K, S> function) throws Exception {
        S state = state(descriptor);
        ValueCell<?> cell = states.get(descriptor.getName()).cell();
        TableKeys keys = new TableKeys(cell.table);
        K interrupted = cursor.key();
        try {
            for (int i = 0; i < keys.size(); i++) {
                K key = keys.key(i, boxedKey);
                cursor.set(key, key.hashCode());
                if (cell.locate() >= 0) {
                    function.process(key, state);
                }
            }
        } finally {
            cursor.set(interrupted, interrupted == null ? 0 : interrupted.hashCode());
        }
    }

    @Override
    public TimerQueue<K> timers(String name) {
        HeapTimerQueue<K> queue = timers.get(name);
        if (queue == null) {
            queue = new HeapTimerQueue<>();
            List<CarriedState> restored = carried.remove(new CarriedName(true, name));
            if (restored != null) {
                for (CarriedState part : restored) {
                    fill(queue, part);
                }
            }
            timers.put(name, queue);
        }
        return queue;
    }

    @Override
    public long entries(String stateName) {
        RegisteredState<?> state = states.get(stateName);
        if (state != null) {
            return state.cell().table.size();
        }
        return carried.getOrDefault(new CarriedName(false, stateName), List.of()).stream()
                .mapToLong(CarriedState::entries)
                .sum();
    }

    @Override
    public FrozenState freeze(long checkpointId) {
        if (lastLease == null || !lastLease.isReleased()) {
            writing.clear();
            writingKeys = keySerializer.duplicate();
        }
        SnapshotLease lease = new SnapshotLease();
        lastLease = lease;
        List<FrozenKeyedState.Part> parts = new ArrayList<>();
        states.forEach(
                (name, state) -> {
                    ValueFormat<?> format =
                            writing.computeIfAbsent(name, n -> state.format().duplicate());
                    parts.add(state.freeze(lease, format));
                });
        timers.forEach(
                (name, queue) ->
                        parts.add(
                                new FrozenKeyedState.Part(
                                        name,
                                        TIMERS,
                                        keyType,
                                        StateShape.NONE,
                                        queue.table.freeze(lease),
                                        null,
                                        null)));
        return new FrozenKeyedState<>(
                lease,
                writingKeys,
                boxedKey,
                keyType,
                keyShape,
                maxParallelism,
                keyGroups,
                parts,
                carried.values().stream().flatMap(List::stream).toList());
    }

    @Override
    public void close() {
        states.clear();
        timers.clear();
        carried.clear();
    }

    private RegisteredState<?> newState(StateDescriptor<?, ?> descriptor) {
        switch (descriptor.getType()) {
            case VALUE:
                return newValueState((ValueStateDescriptor<?>) descriptor);
            case LIST:
                return newListState((ListStateDescriptor<?>) descriptor);
            case REDUCING:
                return newReducingState((ReducingStateDescriptor<?>) descriptor);
            case AGGREGATING:
                return newAggregatingState((AggregatingStateDescriptor<?, ?, ?>) descriptor);
            case MAP:
                return newMapState((MapStateDescriptor<?, ?>) descriptor);
            default:
                throw new UnsupportedState(
                        "State '"
                                + descriptor.getName()
                                + "' of "
                                + operator()
                                + " has the kind "
                                + descriptor.getType()
                                + ", which does not exist here.");
        }
    }

    private <V> RegisteredState<V> newValueState(ValueStateDescriptor<V> descriptor) {
        TypeSerializer<V> serializer = descriptor.getSerializer();
        StateLabel label = label(descriptor, "value");
        ValueFormat<V> format = new ValueFormat.Single<>(serializer);
        Boxed boxed = Boxed.forValues(serializer);
        ValueCell<V> cell = newCell(label, format, boxed, descriptor);
        return new RegisteredState<>(
                descriptor,
                label,
                TypeDescription.of(serializer),
                format.shape(),
                cell,
                cell,
                format,
                boxed);
    }

    private <E> RegisteredState<List<E>> newListState(ListStateDescriptor<E> descriptor) {
        TypeSerializer<E> serializer = descriptor.getElementSerializer();
        StateLabel label = label(descriptor, "list");
        ValueFormat<List<E>> format = new ValueFormat.Elements<>(serializer);
        ValueCell<List<E>> cell = newCell(label, format, null, null);
        return new RegisteredState<>(
                descriptor,
                label,
                "List<" + TypeDescription.of(serializer) + ">",
                format.shape(),
                new HeapListState<>(cell, label),
                cell,
                format,
                null);
    }

    private <T> RegisteredState<T> newReducingState(ReducingStateDescriptor<T> descriptor) {
        TypeSerializer<T> serializer = descriptor.getSerializer();
        StateLabel label = label(descriptor, "reducing");
        ValueFormat<T> format = new ValueFormat.Single<>(serializer);
        Boxed boxed = Boxed.forValues(serializer);
        ValueCell<T> cell = newCell(label, format, boxed, null);
        return new RegisteredState<>(
                descriptor,
                label,
                TypeDescription.of(serializer),
                format.shape(),
                new HeapReducingState<>(cell, format, descriptor.getReduceFunction()),
                cell,
                format,
                boxed);
    }

    private <IN, ACC, OUT> RegisteredState<ACC> newAggregatingState(
            AggregatingStateDescriptor<IN, ACC, OUT> descriptor) {
        TypeSerializer<ACC> serializer = descriptor.getSerializer();
        StateLabel label = label(descriptor, "aggregating");
        ValueFormat<ACC> format = new ValueFormat.Single<>(serializer);
        Boxed boxed = Boxed.forValues(serializer);
        ValueCell<ACC> cell = newCell(label, format, boxed, null);
        return new RegisteredState<>(
                descriptor,
                label,
                TypeDescription.of(serializer),
                format.shape(),
                new HeapAggregatingState<>(cell, descriptor.getAggregateFunction()),
                cell,
                format,
                boxed);
    }

    private <UK, UV> RegisteredState<Map<UK, UV>> newMapState(
            MapStateDescriptor<UK, UV> descriptor) {
        TypeSerializer<UK> keys = descriptor.getKeySerializer();
        TypeSerializer<UV> values = descriptor.getValueSerializer();
        StateLabel label = label(descriptor, "map");
        ValueFormat<Map<UK, UV>> format = new ValueFormat.Entries<>(keys, values);
        ValueCell<Map<UK, UV>> cell = newCell(label, format, null, null);
        return new RegisteredState<>(
                descriptor,
                label,
                "Map<" + TypeDescription.of(keys) + ", " + TypeDescription.of(values) + ">",
                format.shape(),
                new HeapMapState<>(cell, values.isImmutableType()),
                cell,
                format,
                null);
    }

    private <V> ValueCell<V> newCell(
            StateLabel label,
            ValueFormat<V> format,
            Boxed boxed,
            ValueStateDescriptor<V> defaults) {
        if (boxed != null) {
            PagedTable table = new PagedTable(cursor.longKeys(), PagedTable.Values.LONGS);
            return new PrimitiveValue<>(table, cursor, label, defaults, boxed);
        }
        PagedTable table =
                new PagedTable(
                        cursor.longKeys(),
                        format.isImmutable()
                                ? PagedTable.Values.IMMUTABLE_OBJECTS
                                : PagedTable.Values.MUTABLE_OBJECTS);
        return new ObjectValue<>(table, cursor, label, defaults, format);
    }

    /** Entries of another shape are read as they were written, into objects of today's classes. */
    private <V> void fill(RegisteredState<V> state, CarriedState restored, boolean byShape) {
        ValueFormat<V> reading;
        try {
            reading = byShape ? state.format().reading(restored.shape()) : state.format();
        } catch (IncompatibleShape e) {
            throw new StateMismatch(
                    differs(state, "was restored as", restored.kind(), restored.type())
                            + " "
                            + e.between(restored.type(), state.type()),
                    e);
        }
        K interrupted = cursor.key();
        try {
            for (StateBlock block : restored.blocks()) {
                block.forEach(
                        (in, length) -> {
                            K key = keySerializer.deserialize(in);
                            cursor.set(key, key.hashCode());
                            state.cell().update(reading.read(in));
                        });
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            // All bytes were read and verified before: it is the serializer that can't read them.
            throw new StateMismatch(
                    "The "
                            + state.label()
                            + " cannot be restored: the serializer of the program's type does not read"
                            + " what was written ("
                            + e
                            + "). Has the class of the state changed since?",
                    e);
        } finally {
            cursor.set(interrupted, interrupted == null ? 0 : interrupted.hashCode());
        }
    }

    private void fill(HeapTimerQueue<K> queue, CarriedState restored) {
        try {
            for (StateBlock block : restored.blocks()) {
                block.forEach(
                        (in, length) -> {
                            K key = keySerializer.deserialize(in);
                            queue.add(key, key.hashCode(), in.readLong());
                        });
            }
        } catch (IOException | RuntimeException e) {
            throw new StateMismatch(
                    "The timers '"
                            + restored.name()
                            + "' of "
                            + operator()
                            + " cannot be restored: the serializer of the key does not read what was written ("
                            + e
                            + "). Has the class of the key changed since?",
                    e);
        }
    }

    private StateLabel label(StateDescriptor<?, ?> descriptor, String kind) {
        return new StateLabel(descriptor.getName(), kind, operatorName, uid);
    }

    private StateMismatch mismatch(
            RegisteredState<?> wanted, String how, String kind, String type) {
        return new StateMismatch(differs(wanted, how, kind, type));
    }

    private String differs(RegisteredState<?> wanted, String how, String kind, String type) {
        return "State '"
                + wanted.label().name()
                + "' of "
                + operator()
                + " "
                + how
                + " "
                + kind
                + " state of type "
                + type
                + ", but the program now asks for "
                + wanted.label().kind()
                + " state of type "
                + wanted.type()
                + ". Keep kind and type, or give the new state another name.";
    }

    private String operator() {
        return "operator '" + operatorName + "' (uid '" + uid + "')";
    }
}
