// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.StateMismatch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A class that has changed between two runs, played by one class of which the program names other
 * fields each time. The class itself has all of them, so that a field that is not named any more is
 * still set when old bytes are read, and lost with the next snapshot. With classes that are really
 * others, jobs prove it.
 */
class ChangedClassesTest {

    /** All fields that any version of it has. */
    public static class Kept {
        public long id;
        public String name;
        public Long more;

        public Kept() {}

        @Override
        public String toString() {
            return id + " " + name + " " + more;
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Kept other && other.toString().equals(toString());
        }

        @Override
        public int hashCode() {
            return Objects.hash(id, name, more);
        }
    }

    /** Inherits what changes. */
    public static class Special extends Kept {
        public long own;

        public Special() {}
    }

    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);

    private static final TypeInformation<Kept> OLD =
            Types.POJO(Kept.class, Map.of("id", Types.LONG, "name", Types.STRING));
    private static final TypeInformation<Kept> NEW =
            Types.POJO(Kept.class, Map.of("id", Types.LONG, "more", Types.LONG));
    private static final TypeInformation<Kept> OTHER =
            Types.POJO(Kept.class, Map.of("id", Types.LONG, "name", Types.GENERIC(String.class)));

    private static Kept kept(Kept kept, long id) {
        kept.id = id;
        kept.name = "n" + id;
        return kept;
    }

    private static ValueStateDescriptor<Kept> value(TypeInformation<Kept> type) {
        return new ValueStateDescriptor<>("v", type);
    }

    private static <K> KeyedStateBackend<K> keyed(TypeSerializer<K> keys, RestoredState... restored)
            throws Exception {
        return new HeapKeyedStateBackendFactory()
                .create(
                        StateBytes.request(
                                "Count",
                                "c",
                                keys,
                                128,
                                ALL,
                                new ExecutionConfig(),
                                List.of(restored)));
    }

    private static KeyedStateBackend<String> keyed(RestoredState... restored) throws Exception {
        return keyed(StringSerializer.INSTANCE, restored);
    }

    private static <K> void at(KeyedStateBackend<K> backend, K key) {
        backend.setCurrentKey(key, key.hashCode());
    }

    private static RestoredState written(String key, TypeInformation<Kept> type, Kept value)
            throws Exception {
        KeyedStateBackend<String> backend = keyed();
        at(backend, key);
        backend.state(value(type)).update(value);
        return restorable(backend.freeze(1));
    }

    private static RestoredState restorable(FrozenState frozen) throws Exception {
        return StateBytes.restorable(frozen);
    }

    private static Kept read(
            KeyedStateBackend<String> backend, String key, TypeInformation<Kept> as)
            throws Exception {
        at(backend, key);
        return backend.state(value(as)).value();
    }

    @Test
    @DisplayName("S05, ST-34: the old shape is read, the next snapshot has the new one")
    void isRewrittenInTheNewShape() throws Exception {
        KeyedStateBackend<String> second = keyed(written("a", OLD, kept(new Kept(), 1)));
        assertThat(read(second, "a", NEW)).hasToString("1 n1 null");
        second.state(value(NEW)).value().more = 5L;
        RestoredState rewritten = restorable(second.freeze(2));
        assertThat(read(keyed(rewritten), "a", NEW)).hasToString("1 null 5");
        assertThat(read(keyed(rewritten), "a", OLD)).hasToString("1 null 5");
    }

    @Test
    @DisplayName("CK-82: state that nobody asks for keeps its shape over many snapshots")
    void carriedStateKeepsItsShape() throws Exception {
        RestoredState carried = restorable(keyed(written("a", OLD, kept(new Kept(), 1))).freeze(2));
        assertThat(read(keyed(carried), "a", OLD)).hasToString("1 n1 null");
        assertThat(read(keyed(carried), "a", NEW)).hasToString("1 n1 null");
    }

    @Test
    @DisplayName("ST-38: subtasks of which one had asked for the state and one had not are joined")
    void partsOfDifferentShapesAreJoined() throws Exception {
        KeyedStateBackend<String> both =
                keyed(
                        written("a", OLD, kept(new Kept(), 1)),
                        written("b", NEW, kept(new Kept(), 2)));
        RestoredState carried = restorable(both.freeze(2));
        KeyedStateBackend<String> again = keyed(carried);
        assertThat(again.entries("v")).isEqualTo(2);
        assertThat(read(again, "a", NEW)).hasToString("1 n1 null");
        assertThat(read(again, "b", NEW)).hasToString("2 null null");
    }

    @Test
    @DisplayName("ST-36: a field of another type is refused, and named")
    void aFieldOfAnotherTypeIsRefused() throws Exception {
        KeyedStateBackend<String> backend = keyed(written("a", OLD, kept(new Kept(), 1)));
        assertThatThrownBy(() -> read(backend, "a", OTHER))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("State 'v' of operator 'Count' (uid 'c')")
                .hasMessageContaining("Field 'name' of " + Kept.class.getName())
                .hasMessageContaining("was String and is now Kryo java.lang.String");
    }

    @Test
    @DisplayName("ST-35: a key with other fields is refused")
    void aKeyWithOtherFieldsIsRefused() throws Exception {
        TypeSerializer<Kept> old =
                OLD.createSerializer(new ExecutionConfig().getSerializerConfig());
        TypeSerializer<Kept> now =
                NEW.createSerializer(new ExecutionConfig().getSerializerConfig());
        KeyedStateBackend<Kept> backend = keyed(old);
        at(backend, kept(new Kept(), 1));
        backend.state(value(OLD)).update(kept(new Kept(), 1));
        RestoredState written = restorable(backend.freeze(1));
        assertThat(keyed(old, written).entries("v")).isEqualTo(1);
        assertThatThrownBy(() -> keyed(now, written))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("operator 'Count' (uid 'c')")
                .hasMessageContaining("{id: Long, name: String}")
                .hasMessageContaining("{id: Long, more: Long}")
                .hasMessageContaining("not where they are keys");
    }

    @Test
    @DisplayName("ST-36: a key of a map with other fields is refused, in keyed and broadcast state")
    void aKeyOfAMapWithOtherFieldsIsRefused() throws Exception {
        MapStateDescriptor<Kept, Long> old = new MapStateDescriptor<>("m", OLD, Types.LONG);
        MapStateDescriptor<Kept, Long> now = new MapStateDescriptor<>("m", NEW, Types.LONG);
        KeyedStateBackend<String> backend = keyed();
        at(backend, "a");
        backend.state(old).put(kept(new Kept(), 1), 5L);
        KeyedStateBackend<String> restored = keyed(restorable(backend.freeze(1)));
        assertThatThrownBy(() -> restored.state(now))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("State 'm'")
                .hasMessageContaining("not where they are keys");

        HeapOperatorStateBackend operator = operator(List.of());
        operator.getBroadcastState(old).put(kept(new Kept(), 1), 5L);
        HeapOperatorStateBackend after = operator(List.of(List.of(restorable(operator.freeze(1)))));
        assertThatThrownBy(() -> after.getBroadcastState(now))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("Operator state 'm' of operator 'Read' (uid 'src')")
                .hasMessageContaining("not where they are keys");
        assertThat(after.getBroadcastState(old).get(kept(new Kept(), 1))).isEqualTo(5);
    }

    @Test
    @DisplayName("ST-37: operator state follows as well, and refuses as well")
    void operatorStateFollows() throws Exception {
        HeapOperatorStateBackend operator = operator(List.of());
        operator.getListState(new ListStateDescriptor<>("l", OLD)).add(kept(new Kept(), 1));
        RestoredState written = restorable(operator.freeze(1));
        assertThat(
                        operator(List.of(List.of(written)))
                                .getListState(new ListStateDescriptor<>("l", NEW))
                                .get())
                .hasToString("[1 n1 null]");
        assertThatThrownBy(
                        () ->
                                operator(List.of(List.of(written)))
                                        .getListState(new ListStateDescriptor<>("l", OTHER)))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("Operator state 'l' of operator 'Read' (uid 'src')")
                .hasMessageContaining("Field 'name' of " + Kept.class.getName());
        assertThatThrownBy(
                        () ->
                                operator(List.of(List.of(written)))
                                        .getUnionListState(new ListStateDescriptor<>("l", NEW)))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("operator-list state of type POJO")
                .hasMessageContaining("asks for union-list state");
    }

    private static HeapOperatorStateBackend operator(List<List<RestoredState>> old)
            throws Exception {
        return new HeapOperatorStateBackend(
                "Read",
                "src",
                new ExecutionConfig(),
                old.isEmpty() ? List.of() : OperatorStateRedistribution.shares(old, 0, 1),
                0,
                1);
    }

    @Test
    @DisplayName("ST-31: a value of a subclass is refused when what it inherits has changed")
    void aValueOfASubclassIsRefused() throws Exception {
        RestoredState written = written("a", OLD, kept(new Special(), 1));
        assertThat(read(keyed(written), "a", OLD)).isInstanceOf(Special.class);
        KeyedStateBackend<String> backend = keyed(written);
        assertThatThrownBy(() -> read(backend, "a", NEW))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("'v'")
                .hasMessageContaining("its subclass " + Special.class.getName());
    }
}
