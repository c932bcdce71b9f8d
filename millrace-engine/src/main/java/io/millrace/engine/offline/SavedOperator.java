// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateBackendOptions;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RestoredShare;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.StoredSnapshots;
import io.millrace.engine.time.Clock;
import io.millrace.runtime.state.StateBackend;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * One operator of a snapshot, for who reads its state without a job: what it had is restored here
 * as it would be there, in as many pieces as the reader wants. Immutable.
 */
public final class SavedOperator {

    /** What lists that are split are called in a snapshot. */
    public static final String LIST = OperatorStateRedistribution.LIST;

    /** The same of union lists. */
    public static final String UNION_LIST = OperatorStateRedistribution.UNION;

    /** The same of broadcast state. */
    public static final String BROADCAST = OperatorStateRedistribution.BROADCAST;

    /** So much of a snapshot is on the heap at a time, as far as its key groups allow. */
    private static final long BYTES_ON_HEAP = 64L << 20;

    private final String pointer;
    private final Operator operator;
    private final String label;

    private SavedOperator(String pointer, Operator operator, String label) {
        this.pointer = pointer;
        this.operator = operator;
        this.label = label;
    }

    /**
     * Refuses what is no snapshot.
     *
     * @throws IOException there is none, or its manifest is damaged; naming the file
     */
    public static void requireSnapshot(String pointer) throws IOException {
        CheckpointManifest.decode(StoredSnapshots.manifest(pointer), pointer);
    }

    /**
     * Finds it.
     *
     * @param pointer a snapshot's directory, or its manifest
     * @param called what the message is to call it if it is not there
     * @throws IOException the snapshot can't be read, or has no such operator
     */
    public static SavedOperator of(String pointer, OperatorId id, String called)
            throws IOException {
        CheckpointManifest manifest =
                CheckpointManifest.decode(StoredSnapshots.manifest(pointer), pointer);
        for (Operator operator : manifest.operators()) {
            if (operator.id().equals(id)) {
                return new SavedOperator(
                        StoredSnapshots.directory(pointer),
                        operator,
                        operator.uid() == null ? operator.name() : operator.uid());
            }
        }
        throw new IOException(
                "The snapshot at "
                        + pointer
                        + " has no state of "
                        + called
                        + ". It has: "
                        + String.join(
                                ", ",
                                manifest.operators().stream()
                                        .filter(Operator::hasState)
                                        .map(MaxParallelismChange::label)
                                        .toList()));
    }

    /** How many subtasks it had. */
    public int parallelism() {
        return operator.parallelism();
    }

    /**
     * Refuses a state that is not there.
     *
     * @param kinds under which it may be
     */
    public void require(Set<String> names, Set<String> kinds) throws IOException {
        Set<String> there = new TreeSet<>();
        for (StateHandle handle : operator.handles()) {
            for (var state : handle.states()) {
                if (names.contains(state.name())
                        && (kinds.isEmpty() || kinds.contains(state.kind()))) {
                    return;
                }
                there.add("'" + state.name() + "' (" + state.kind() + ")");
            }
        }
        throw new IOException(
                "Operator "
                        + MaxParallelismChange.label(operator)
                        + " has no state "
                        + String.join(", ", names.stream().map(name -> "'" + name + "'").toList())
                        + (kinds.isEmpty() ? "" : " (" + String.join(", ", kinds) + ")")
                        + " in "
                        + pointer
                        + ". It has: "
                        + (there.isEmpty() ? "none" : String.join(", ", there)));
    }

    /**
     * Into how many pieces its key groups are best cut, to be restored one after the other.
     *
     * @param atLeast how many are wanted
     */
    public int pieces(int atLeast) {
        long bytes = 0;
        for (StateHandle handle : operator.handles()) {
            bytes += handle.kind().isKeyed() ? handle.length() : 0;
        }
        int groups = operator.maxParallelism();
        long wanted =
                Math.max(
                        Math.max(atLeast, operator.parallelism()),
                        (bytes + BYTES_ON_HEAP - 1) / BYTES_ON_HEAP);
        return (int) Math.max(1, Math.min(groups, wanted));
    }

    /**
     * What keyed state is to be restored with.
     *
     * @param keyType of the keys
     * @param backend null for the one of the settings, or, if they say none, the one that wrote
     */
    public record Reading<K>(
            TypeInformation<K> keyType,
            StateBackend backend,
            Configuration settings,
            ExecutionConfig config,
            ClassLoader loader) {}

    /** Restores the keyed state of one of so many pieces. The caller closes it. */
    public <K> SavedKeys restore(int piece, int pieces, Reading<K> reading) throws Exception {
        KeyGroupRange keyGroups = KeyGroups.range(piece, pieces, operator.maxParallelism());
        Clock clock = Clock.SYSTEM;
        KeyedStateBackendFactory backends =
                OfflineBackends.of(reading.backend(), settings(reading), reading.loader(), clock);
        try {
            KeyedStateBackend<K> keyed =
                    backends.create(
                            new KeyedStateRequest<>(
                                    operator.name(),
                                    label,
                                    operator.id(),
                                    0,
                                    reading.keyType()
                                            .createSerializer(
                                                    reading.config().getSerializerConfig()),
                                    operator.maxParallelism(),
                                    keyGroups,
                                    reading.config(),
                                    keyed(keyGroups)));
            return new SavedKeys(
                    new OfflineContext(
                            "reading a savepoint",
                            label,
                            operator.id(),
                            1,
                            operator.maxParallelism(),
                            reading.config(),
                            reading.loader(),
                            clock,
                            keyed,
                            new HeapOperatorStateBackend(
                                    operator.name(), label, reading.config(), List.of(), 0, 1)),
                    backends);
        } catch (Throwable e) {
            backends.close();
            throw e;
        }
    }

    private Configuration settings(Reading<?> reading) {
        Configuration settings = reading.settings();
        if (reading.backend() != null
                || settings.contains(StateBackendOptions.STATE_BACKEND)
                || operator.handles().stream()
                        .noneMatch(each -> each.kind() == StateHandle.Kind.KEYED_ROCKSDB)) {
            return settings;
        }
        Configuration its = new Configuration(settings);
        its.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        return its;
    }

    private List<RestoredState> keyed(KeyGroupRange keyGroups) {
        List<RestoredState> found = new ArrayList<>();
        for (StateHandle handle : operator.handles()) {
            if (handle.kind().isKeyed() && handle.keyGroups().overlaps(keyGroups)) {
                found.add(restored(handle));
            }
        }
        return found;
    }

    /**
     * Shows the elements of a list.
     *
     * @param union whether everybody was given all of it
     * @param subtask whose elements, of those that it had when the snapshot was taken; of a union
     *     list all are shown, whoever asks
     */
    public <S> void elements(
            ListStateDescriptor<S> descriptor,
            boolean union,
            int subtask,
            ExecutionConfig config,
            Consumer<S> each)
            throws Exception {
        operatorState(descriptor.getName(), subtask, config).take(descriptor, union, each);
    }

    /** Shows the entries of broadcast state. */
    public <K, V> void entries(
            MapStateDescriptor<K, V> descriptor, ExecutionConfig config, BiConsumer<K, V> each)
            throws Exception {
        // One copy of it: they are all alike.
        for (Map.Entry<K, V> entry :
                operatorState(descriptor.getName(), 0, config)
                        .getBroadcastState(descriptor)
                        .entries()) {
            each.accept(entry.getKey(), entry.getValue());
        }
    }

    private HeapOperatorStateBackend operatorState(String name, int subtask, ExecutionConfig config)
            throws IOException {
        Map<StateHandle, RestoredState> opened = new LinkedHashMap<>();
        List<List<RestoredState>> bySubtask = new ArrayList<>();
        for (var each : operator.subtasks()) {
            List<RestoredState> its = new ArrayList<>();
            for (StateHandle handle : each.handles()) {
                if (handle.kind() == StateHandle.Kind.OPERATOR) {
                    its.add(opened.computeIfAbsent(handle, this::restored));
                }
            }
            bySubtask.add(its);
        }
        List<RestoredShare> shares =
                OperatorStateRedistribution.shares(
                                bySubtask,
                                old -> operator.subtasks().get(old).phase() == Phase.FINISHED,
                                subtask,
                                operator.parallelism())
                        .stream()
                        .filter(share -> share.state().equals(name))
                        .toList();
        return new HeapOperatorStateBackend(
                operator.name(), label, config, shares, subtask, operator.parallelism());
    }

    private RestoredState restored(StateHandle handle) {
        return new RestoredState(
                handle,
                () -> StoredSnapshots.open(handle.bytes(), pointer),
                new RestoredState.Files() {
                    @Override
                    public InputStream open(SharedFile file) throws IOException {
                        return StoredSnapshots.open(file.place(), pointer);
                    }

                    @Override
                    public Optional<Path> local(SharedFile file) throws IOException {
                        return StoredSnapshots.local(file.place(), pointer);
                    }
                });
    }
}
