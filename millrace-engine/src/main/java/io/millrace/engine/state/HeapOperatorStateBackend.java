// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Operator state, always on the heap (ST-14): copied whole at a freeze, since lists of this kind
 * are short. Restored state stays bytes until the program registers it, and is carried along if it
 * never does.
 */
public final class HeapOperatorStateBackend implements OperatorStateBackend {

    private static final RawState.Content NO_RAW = new RawState.Content(List.of(), List.of());

    private final String operator;
    private final ExecutionConfig executionConfig;
    private final Map<String, OperatorElements> states = new LinkedHashMap<>();
    private final Map<String, CarriedState> carried = new LinkedHashMap<>();
    private RawState.Content raw = NO_RAW;

    /** What is written of union lists that the program has not asked for. */
    private final Map<String, CarriedState> ownParts = new HashMap<>();

    /**
     * @param uid the operator's uid, or its id where it has none; for messages
     * @param restored what {@link OperatorStateRedistribution} dealt to this subtask; empty for a
     *     fresh start
     * @param subtask this subtask, of so many as {@code parallelism} says
     */
    public HeapOperatorStateBackend(
            String operatorName,
            String uid,
            ExecutionConfig executionConfig,
            List<RestoredShare> restored,
            int subtask,
            int parallelism)
            throws IOException {
        this.operator = "operator '" + operatorName + "' (uid '" + uid + "')";
        this.executionConfig = executionConfig;
        Map<RestoredState, List<RestoredShare>> byHandle = new LinkedHashMap<>();
        for (RestoredShare share : restored) {
            byHandle.computeIfAbsent(share.restored(), handle -> new ArrayList<>()).add(share);
        }
        for (Map.Entry<RestoredState, List<RestoredShare>> handle : byHandle.entrySet()) {
            handle.getValue().forEach(this::know);
            try {
                load(handle.getKey(), handle.getValue());
            } catch (IOException e) {
                throw new IOException(
                        "The operator state of "
                                + operator
                                + " cannot be restored: "
                                + e.getMessage(),
                        e);
            }
        }
        for (CarriedState state : carried.values()) {
            if (parallelism > 1 && state.kind().equals(OperatorStateRedistribution.UNION)) {
                ownParts.put(state.name(), ownPart(state, subtask, parallelism));
            }
        }
    }

    @Override
    public <S> ListState<S> getListState(ListStateDescriptor<S> descriptor) throws Exception {
        return list(descriptor, OperatorStateRedistribution.LIST);
    }

    @Override
    public <S> ListState<S> getUnionListState(ListStateDescriptor<S> descriptor) throws Exception {
        return list(descriptor, OperatorStateRedistribution.UNION);
    }

    @Override
    public <S> void take(ListStateDescriptor<S> descriptor, boolean union, Consumer<S> each)
            throws Exception {
        descriptor.initializeSerializerUnlessSet(executionConfig);
        TypeSerializer<S> serializer = descriptor.getElementSerializer();
        String kind = union ? OperatorStateRedistribution.UNION : OperatorStateRedistribution.LIST;
        String name = descriptor.getName();
        CarriedState restored = carried.get(name);
        if (restored == null) {
            return;
        }
        OperatorList<S> wanted = new OperatorList<>(name, kind, operator, serializer);
        checkRestored(name, wanted, restored);
        TypeSerializer<S> reading;
        try {
            reading = wanted.reading(restored.shape());
        } catch (IncompatibleShape e) {
            throw mismatch(name, wanted, restored, e);
        }
        for (StateBlock block : restored.blocks()) {
            block.forEach((in, length) -> each.accept(reading.deserialize(in)));
        }
        forget(name);
    }

    /** The program has it now. */
    private void forget(String name) {
        carried.remove(name);
        ownParts.remove(name);
    }

    /** Whether anything restored is still here as bytes. */
    boolean carriesAnything() {
        return !carried.isEmpty() || !ownParts.isEmpty();
    }

    @SuppressWarnings("unchecked") // the type texts are equal
    private <S> ListState<S> list(ListStateDescriptor<S> descriptor, String kind)
            throws IOException {
        refuseTimeToLive(descriptor);
        descriptor.initializeSerializerUnlessSet(executionConfig);
        OperatorList<S> wanted =
                new OperatorList<>(
                        descriptor.getName(), kind, operator, descriptor.getElementSerializer());
        return (ListState<S>) register(descriptor.getName(), wanted);
    }

    @Override
    @SuppressWarnings("unchecked") // the type texts are equal
    public <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> descriptor)
            throws Exception {
        refuseTimeToLive(descriptor);
        descriptor.initializeSerializerUnlessSet(executionConfig);
        OperatorMap<K, V> wanted =
                new OperatorMap<>(
                        descriptor.getName(),
                        descriptor.getKeySerializer(),
                        descriptor.getValueSerializer());
        return (BroadcastState<K, V>) register(descriptor.getName(), wanted);
    }

    private void refuseTimeToLive(StateDescriptor<?, ?> descriptor) {
        if (descriptor.getTtlConfig().isEnabled()) {
            throw new UnsupportedState(
                    "Operator state '"
                            + descriptor.getName()
                            + "' of "
                            + operator
                            + " has a time to live, and only keyed state can have one. Leave it out");
        }
    }

    /** Those that were restored are among them, whether the program has asked for them or not. */
    @Override
    public Set<String> getRegisteredStateNames() {
        return names(false);
    }

    @Override
    public Set<String> getRegisteredBroadcastStateNames() {
        return names(true);
    }

    /** Of raw keyed state that was dealt to everybody, drops what is not of these key groups. */
    public void keepKeyGroups(KeyGroupRange own) throws IOException {
        CarriedState all = carried.get(RawState.KEYED_NAME);
        if (all != null) {
            carried.put(RawState.KEYED_NAME, RawState.ofKeyGroups(all, own));
        }
    }

    @Override
    public RawState.Content takeRaw() throws IOException {
        CarriedState partitions = carried.remove(RawState.NAME);
        CarriedState groups = carried.remove(RawState.KEYED_NAME);
        return new RawState.Content(
                partitions == null ? List.of() : RawState.partitions(partitions),
                groups == null ? List.of() : RawState.keyGroups(groups));
    }

    @Override
    public void putRaw(RawState.Content content) {
        raw = content;
    }

    @Override
    public FrozenState freeze(SnapshotOrder order) {
        List<OperatorElements.Frozen> frozen = new ArrayList<>(RawState.frozen(raw));
        raw = NO_RAW; // it was written for this snapshot, and is the snapshot's from here on
        states.values().forEach(state -> frozen.add(state.freeze()));
        List<CarriedState> unchanged = new ArrayList<>();
        carried.forEach((name, state) -> unchanged.add(ownParts.getOrDefault(name, state)));
        return new FrozenOperatorState(frozen, unchanged);
    }

    /**
     * A union list is in every subtask. If each wrote all of it, it would be as many times as long
     * after the next restore; so each writes its part.
     */
    private static CarriedState ownPart(CarriedState state, int subtask, int parallelism)
            throws IOException {
        long from = OperatorStateRedistribution.firstOf(state.entries(), subtask, parallelism);
        long to = OperatorStateRedistribution.firstOf(state.entries(), subtask + 1, parallelism);
        ElementCutter cutter = new ElementCutter(from, to);
        for (StateBlock block : state.blocks()) {
            cutter.take(block);
        }
        return new CarriedState(
                state.name(), state.kind(), state.type(), state.shape(), cutter.blocks());
    }

    @Override
    public void close() {
        states.clear();
        carried.clear();
    }

    private Set<String> names(boolean broadcast) {
        Set<String> names = new LinkedHashSet<>();
        states.forEach(
                (name, state) -> {
                    if (state.kind().equals(OperatorStateRedistribution.BROADCAST) == broadcast) {
                        names.add(name);
                    }
                });
        carried.forEach(
                (name, state) -> {
                    if (!RawState.isRaw(name)
                            && state.kind().equals(OperatorStateRedistribution.BROADCAST)
                                    == broadcast) {
                        names.add(name);
                    }
                });
        return Collections.unmodifiableSet(names);
    }

    private OperatorElements register(String name, OperatorElements wanted) throws IOException {
        if (RawState.isRaw(name)) {
            throw new IllegalArgumentException(
                    "Operator state of "
                            + operator
                            + " can't be called '"
                            + name
                            + "': raw state goes by this name. Call it otherwise.");
        }
        OperatorElements known = states.get(name);
        if (known != null) {
            check(name, wanted, "is registered already as", known.kind(), known.type());
            return known;
        }
        CarriedState restored = carried.get(name);
        if (restored != null) {
            checkRestored(name, wanted, restored);
            try {
                OperatorElements.Reader reader = wanted.reader(restored.shape());
                for (StateBlock block : restored.blocks()) {
                    block.forEach((in, length) -> reader.restore(in));
                }
            } catch (IncompatibleShape e) {
                throw mismatch(name, wanted, restored, e);
            } catch (IOException | RuntimeException | LinkageError e) {
                // All bytes were read and verified before: it is the serializer that can't.
                throw new StateMismatch(
                        "Operator state '"
                                + name
                                + "' of "
                                + operator
                                + " cannot be restored: the serializer of the program's type does not"
                                + " read what was written ("
                                + e
                                + "). Has the class of the state changed since?",
                        e);
            }
            forget(name);
        }
        states.put(name, wanted);
        return wanted;
    }

    private void check(String name, OperatorElements wanted, String how, String kind, String type) {
        if (!wanted.kind().equals(kind) || !wanted.type().equals(type)) {
            throw new StateMismatch(differs(name, wanted, how, kind, type));
        }
    }

    /** Where there are shapes to compare, they say more than the texts, and are asked later. */
    private void checkRestored(String name, OperatorElements wanted, CarriedState restored) {
        boolean byShape =
                wanted.shape().isKnown()
                        && (restored.shape().isKnown() || restored.blocks().isEmpty());
        if (!wanted.kind().equals(restored.kind())
                || !byShape && !wanted.type().equals(restored.type())) {
            throw new StateMismatch(
                    differs(name, wanted, "was restored as", restored.kind(), restored.type()));
        }
    }

    private StateMismatch mismatch(
            String name, OperatorElements wanted, CarriedState restored, IncompatibleShape why) {
        return new StateMismatch(
                differs(name, wanted, "was restored as", restored.kind(), restored.type())
                        + " "
                        + why.between(restored.type(), wanted.type()),
                why);
    }

    private String differs(
            String name, OperatorElements wanted, String how, String kind, String type) {
        return "Operator state '"
                + name
                + "' of "
                + operator
                + " "
                + how
                + " "
                + kind
                + " state of type "
                + type
                + ", but the program now asks for "
                + wanted.kind()
                + " state of type "
                + wanted.type()
                + ". Keep mode and type, or give the new state another name.";
    }

    /** What there was is known even where this subtask gets nothing of it. */
    private void know(RestoredShare share) {
        for (StateSummary summary : share.restored().handle().states()) {
            if (summary.name().equals(share.state())) {
                carried.putIfAbsent(
                        summary.name(),
                        new CarriedState(
                                summary.name(),
                                summary.kind(),
                                summary.type(),
                                StateShape.NONE,
                                List.of()));
            }
        }
    }

    private void load(RestoredState restored, List<RestoredShare> shares) throws IOException {
        if (shares.stream().allMatch(RestoredShare::isEmpty)) {
            return;
        }
        try (StateFileReader reader = StateFileReader.operator(restored.source().open())) {
            while (reader.nextState()) {
                ElementCutter cutter = new ElementCutter(reader.name(), shares);
                for (StateBlock block = reader.nextBlock();
                        block != null;
                        block = reader.nextBlock()) {
                    cutter.take(block);
                }
                if (!cutter.blocks().isEmpty()) {
                    keep(reader, cutter.blocks());
                }
            }
        }
    }

    private void keep(StateFileReader reader, List<StateBlock> blocks) throws IOException {
        List<StateBlock> all = new ArrayList<>();
        CarriedState before = carried.get(reader.name());
        if (before != null && !before.blocks().isEmpty()) {
            if (!before.kind().equals(reader.kind())
                    || !before.type().equals(reader.type())
                    || !before.shape().equals(reader.shape())) {
                throw new IOException(
                        "state '"
                                + reader.name()
                                + "' has different types in different parts of the checkpoint; restore it at the"
                                + " parallelism it had, and the operator can rewrite it");
            }
            all.addAll(before.blocks());
        }
        all.addAll(blocks);
        carried.put(
                reader.name(),
                new CarriedState(reader.name(), reader.kind(), reader.type(), reader.shape(), all));
    }
}
