// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBlock;
import io.millrace.engine.state.StateFileReader;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateMismatch;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the handles dealt to a subtask, as bytes per state. Entries of foreign key groups are
 * left out here, where only the key's type need be known.
 */
final class RestoredKeyedState<K> {

    private final String operatorName;
    private final String uid;
    private final TypeSerializer<K> keySerializer;
    private final int maxParallelism;
    private final KeyGroupRange keyGroups;
    private final Map<StateName, Collected> states = new LinkedHashMap<>();

    /** Timers and states are named independently of each other. */
    private record StateName(boolean timers, String name) {}

    private record Collected(String kind, String type, List<StateBlock> blocks) {}

    RestoredKeyedState(
            String operatorName,
            String uid,
            TypeSerializer<K> keySerializer,
            int maxParallelism,
            KeyGroupRange keyGroups) {
        this.operatorName = operatorName;
        this.uid = uid;
        this.keySerializer = keySerializer;
        this.maxParallelism = maxParallelism;
        this.keyGroups = keyGroups;
    }

    /** Reads one handle; those of operator state are not ours and are passed over. */
    void load(RestoredState restored) throws IOException {
        if (restored.handle().kind() != StateHandle.Kind.KEYED) {
            return;
        }
        try (StateFileReader reader = StateFileReader.keyed(restored.source().open())) {
            check(reader);
            boolean all =
                    reader.keyGroups().first() >= keyGroups.first()
                            && reader.keyGroups().last() <= keyGroups.last();
            while (reader.nextState()) {
                Collected state = collected(reader);
                for (StateBlock block = reader.nextBlock();
                        block != null;
                        block = reader.nextBlock()) {
                    StateBlock ours = all ? block : ours(block);
                    if (ours.entries() > 0) {
                        state.blocks.add(ours);
                    }
                }
            }
        } catch (IOException e) {
            throw new IOException(
                    "The keyed state of "
                            + operator()
                            + " cannot be restored for "
                            + keyGroups
                            + ": "
                            + e.getMessage(),
                    e);
        }
    }

    List<CarriedState> states() {
        List<CarriedState> all = new ArrayList<>();
        states.forEach(
                (name, state) ->
                        all.add(new CarriedState(name.name, state.kind, state.type, state.blocks)));
        return all;
    }

    private void check(StateFileReader reader) {
        String keyType = TypeDescription.of(keySerializer);
        if (!reader.keyType().equals(keyType)) {
            throw new StateMismatch(
                    "The keyed state of "
                            + operator()
                            + " was written for keys of type "
                            + reader.keyType()
                            + ", but the program's key selector now gives "
                            + keyType
                            + ". Keep the type of the key, or give the operator another uid to begin with empty"
                            + " state.");
        }
        if (reader.maxParallelism() != maxParallelism) {
            throw new StateMismatch(
                    "The keyed state of "
                            + operator()
                            + " was written with max parallelism "
                            + reader.maxParallelism()
                            + ", but the operator now has "
                            + maxParallelism
                            + ". The max parallelism of an operator with state cannot be changed: set it to "
                            + reader.maxParallelism()
                            + ".");
        }
    }

    private Collected collected(StateFileReader reader) throws IOException {
        Collected state =
                states.computeIfAbsent(
                        new StateName(reader.kind().equals("timers"), reader.name()),
                        name -> new Collected(reader.kind(), reader.type(), new ArrayList<>()));
        if (!state.kind.equals(reader.kind()) || !state.type.equals(reader.type())) {
            throw new IOException(
                    "state '"
                            + reader.name()
                            + "' is "
                            + state.kind
                            + " of "
                            + state.type
                            + " in one part of the snapshot and "
                            + reader.kind()
                            + " of "
                            + reader.type()
                            + " in another");
        }
        return state;
    }

    private StateBlock ours(StateBlock block) throws IOException {
        DataOutputSerializer kept = new DataOutputSerializer(Math.max(64, block.bytes().length));
        int[] count = {0};
        block.forEach(
                (in, length) -> {
                    int start = in.getPosition();
                    K key = keySerializer.deserialize(in);
                    int group = KeyGroups.keyGroup(key.hashCode(), maxParallelism);
                    if (keyGroups.contains(group)) {
                        StateBlock.writeEntry(block.bytes(), start, length, kept);
                        count[0]++;
                    }
                    in.skipBytesToRead(start + length - in.getPosition());
                });
        return new StateBlock(count[0], kept.getCopyOfBuffer());
    }

    private String operator() {
        return "operator '" + operatorName + "' (uid '" + uid + "')";
    }
}
