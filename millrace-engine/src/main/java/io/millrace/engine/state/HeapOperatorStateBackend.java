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
        TypeSerializer<S> reading = reader(fit(name, kind, serializer), 0, serializer);
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
        String name = descriptor.getName();
        TypeSerializer<S> own = descriptor.getElementSerializer();
        if (isKnown(name, kind, own)) {
            return (ListState<S>) states.get(name);
        }
        StateFit fit = fit(name, kind, own);
        OperatorList<S> wanted = new OperatorList<>(name, kind, operator, serializer(fit, 0, own));
        register(name, wanted, wanted.reading(reader(fit, 0, own)));
        return wanted;
    }

    @Override
    @SuppressWarnings("unchecked") // the type texts are equal
    public <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> descriptor)
            throws Exception {
        refuseTimeToLive(descriptor);
        descriptor.initializeSerializerUnlessSet(executionConfig);
        String name = descriptor.getName();
        String kind = OperatorStateRedistribution.BROADCAST;
        TypeSerializer<K> keys = descriptor.getKeySerializer();
        TypeSerializer<V> values = descriptor.getValueSerializer();
        if (isKnown(name, kind, keys, values)) {
            return (BroadcastState<K, V>) states.get(name);
        }
        StateFit fit = fit(name, kind, keys, values);
        OperatorMap<K, V> wanted =
                new OperatorMap<>(name, serializer(fit, 0, keys), serializer(fit, 1, values));
        register(name, wanted, wanted.reading(reader(fit, 0, keys), reader(fit, 1, values)));
        return wanted;
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
        for (var state : states.values()) {
            frozen.add(state.freeze());
        }
        List<CarriedState> unchanged = new ArrayList<>();
        for (Map.Entry<String, CarriedState> each : carried.entrySet()) {
            unchanged.add(ownParts.getOrDefault(each.getKey(), each.getValue()));
        }
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

    /** Whether the program has asked for it before, and in the same way. */
    private boolean isKnown(String name, String kind, TypeSerializer<?>... serializers) {
        if (RawState.isRaw(name)) {
            throw new IllegalArgumentException(
                    "Operator state of "
                            + operator
                            + " can't be called '"
                            + name
                            + "': raw state goes by this name. Call it otherwise.");
        }
        OperatorElements known = states.get(name);
        if (known == null) {
            return false;
        }
        String type = StateTypes.type(kind, serializers);
        if (!known.kind().equals(kind) || !known.type().equals(type)) {
            throw new StateMismatch(
                    differs(
                            name,
                            "is registered already as",
                            known.kind(),
                            known.type(),
                            kind,
                            type,
                            ""));
        }
        return true;
    }

    /** How the restored state fits what is asked for; null if there is none. */
    private StateFit fit(String name, String kind, TypeSerializer<?>... serializers) {
        CarriedState restored = carried.get(name);
        if (restored == null) {
            return null;
        }
        if (restored.kind().equals(kind)
                && restored.blocks().isEmpty()
                && !restored.shape().isKnown()) {
            return null; // this subtask gets nothing of it
        }
        StateFit fit = StateFit.of(StateHeader.of(restored), kind, serializers);
        if (fit.outcome() == TypeFit.Outcome.INCOMPATIBLE) {
            throw new StateMismatch(
                    differs(
                            name,
                            "was restored as",
                            restored.kind(),
                            restored.type(),
                            kind,
                            StateTypes.type(kind, serializers),
                            fit.why() + " "));
        }
        return fit;
    }

    @SuppressWarnings("unchecked") // the fit was made of it
    private static <T> TypeSerializer<T> serializer(
            StateFit fit, int place, TypeSerializer<T> own) {
        return fit == null ? own : (TypeSerializer<T>) fit.places().get(place).serializer();
    }

    @SuppressWarnings("unchecked") // the fit was made of it
    private static <T> TypeSerializer<T> reader(StateFit fit, int place, TypeSerializer<T> own) {
        return fit == null ? own : (TypeSerializer<T>) fit.places().get(place).reader();
    }

    private void register(String name, OperatorElements wanted, OperatorElements.Reader reader) {
        CarriedState restored = carried.get(name);
        if (restored != null) {
            try {
                for (StateBlock block : restored.blocks()) {
                    block.forEach((in, length) -> reader.restore(in));
                }
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
    }

    private String differs(
            String name,
            String how,
            String oldKind,
            String oldType,
            String kind,
            String type,
            String why) {
        return "Operator state '"
                + name
                + "' of "
                + operator
                + " "
                + how
                + " "
                + oldKind
                + " state of type "
                + oldType
                + ", but the program now asks for "
                + kind
                + " state of type "
                + type
                + ". "
                + why
                + "Keep mode and type, or give the new state another name.";
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
        if (shares.stream().allMatch(RestoredShare::isEmpty) && !tellsShapes(restored)) {
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
                CarriedState known = carried.get(reader.name());
                if (!cutter.blocks().isEmpty()
                        || known != null && known.blocks().isEmpty() && !known.shape().isKnown()) {
                    keep(reader, cutter.blocks());
                }
            }
        }
    }

    /**
     * Whether it has elements of a state whose shape is not known yet: a subtask that gets none of
     * them must choose the same serializer as those that do, for one later restore may bring
     * together what they write.
     */
    private boolean tellsShapes(RestoredState restored) {
        for (StateSummary summary : restored.handle().states()) {
            CarriedState known = carried.get(summary.name());
            if (summary.entries() > 0
                    && known != null
                    && known.blocks().isEmpty()
                    && !known.shape().isKnown()) {
                return true;
            }
        }
        return false;
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
