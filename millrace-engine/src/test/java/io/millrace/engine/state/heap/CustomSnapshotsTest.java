// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.StateMismatch;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** ST-33: serializers of the user's own, whose snapshots give each of the four answers. */
class CustomSnapshotsTest {

    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);

    /** Writes a text behind a mark. A higher one may follow a lower one, but not the reverse. */
    static final class Marked extends TypeSerializerSingleton<String> {
        private static final long serialVersionUID = 1L;

        /** Any mark will do. */
        static final int ADAPTS = 0;

        private final int mark;

        Marked(int mark) {
            this.mark = mark;
        }

        @Override
        public void serialize(String value, DataOutputView target) throws IOException {
            target.writeInt(mark);
            target.writeUTF(value);
        }

        @Override
        public String deserialize(DataInputView source) throws IOException {
            int found = source.readInt();
            if (found != mark) {
                throw new IOException("marked " + found + ", not " + mark);
            }
            return source.readUTF();
        }

        @Override
        public String deserialize(String reuse, DataInputView source) throws IOException {
            return deserialize(source);
        }

        @Override
        public boolean isImmutableType() {
            return true;
        }

        @Override
        public String createInstance() {
            return "";
        }

        @Override
        public String copy(String from) {
            return from;
        }

        @Override
        public String copy(String from, String reuse) {
            return from;
        }

        @Override
        public int getLength() {
            return -1;
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            serialize(deserialize(source), target);
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Marked other && other.mark == mark;
        }

        @Override
        public int hashCode() {
            return mark;
        }

        @Override
        public TypeSerializerSnapshot<String> snapshotConfiguration() {
            return new MarkedSnapshot(mark);
        }
    }

    /** The user's own class, named in the checkpoint. */
    public static final class MarkedSnapshot implements TypeSerializerSnapshot<String> {
        private int mark;

        public MarkedSnapshot() {}

        MarkedSnapshot(int mark) {
            this.mark = mark;
        }

        @Override
        public int getCurrentVersion() {
            return 7;
        }

        @Override
        public void writeSnapshot(DataOutputView out) throws IOException {
            out.writeInt(mark);
        }

        @Override
        public void readSnapshot(int readVersion, DataInputView in, ClassLoader loader)
                throws IOException {
            assertThat(readVersion).isEqualTo(7);
            mark = in.readInt();
        }

        @Override
        public TypeSerializer<String> restoreSerializer() {
            return new Marked(mark);
        }

        @Override
        public TypeSerializerSchemaCompatibility<String> resolveSchemaCompatibility(
                TypeSerializerSnapshot<String> old) {
            int before = ((MarkedSnapshot) old).mark;
            if (before == mark) {
                return TypeSerializerSchemaCompatibility.compatibleAsIs();
            } else if (mark == Marked.ADAPTS) {
                return TypeSerializerSchemaCompatibility.compatibleWithReconfiguredSerializer(
                        new Marked(before));
            }
            return mark > before
                    ? TypeSerializerSchemaCompatibility.compatibleAfterMigration()
                    : TypeSerializerSchemaCompatibility.incompatible();
        }
    }

    private static KeyedStateBackend<String> keyed(
            TypeSerializer<String> keys, RestoredState... restored) throws Exception {
        KeyedStateBackend<String> backend =
                new HeapKeyedStateBackendFactory()
                        .create(
                                StateBytes.request(
                                        "Count",
                                        "c",
                                        keys,
                                        128,
                                        ALL,
                                        new ExecutionConfig(),
                                        List.of(restored)));
        backend.setCurrentKey("k", "k".hashCode());
        return backend;
    }

    private static ValueStateDescriptor<String> value(int mark) {
        return new ValueStateDescriptor<>("v", new Marked(mark));
    }

    private static RestoredState written(int keys, int values) throws Exception {
        KeyedStateBackend<String> backend = keyed(new Marked(keys));
        backend.state(value(values)).update("x");
        return StateBytes.restorable(backend.freeze(1));
    }

    @Test
    @DisplayName("ST-33, ST-34: values as they are, after migration, reconfigured, and refused")
    void valuesAreJudged() throws Exception {
        assertThat(keyed(new Marked(1), written(1, 1)).state(value(1)).value()).isEqualTo("x");

        KeyedStateBackend<String> migrated = keyed(new Marked(1), written(1, 1));
        assertThat(migrated.state(value(2)).value()).isEqualTo("x");
        RestoredState rewritten = StateBytes.restorable(migrated.freeze(2));
        assertThat(keyed(new Marked(1), rewritten).state(value(2)).value()).isEqualTo("x");
        assertThatThrownBy(() -> keyed(new Marked(1), rewritten).state(value(1)).value())
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("State 'v' of operator 'Count' (uid 'c')")
                .hasMessageContaining("the user's own serializer says");

        KeyedStateBackend<String> reconfigured = keyed(new Marked(1), written(1, 5));
        assertThat(reconfigured.state(value(Marked.ADAPTS)).value()).isEqualTo("x");
        RestoredState kept = StateBytes.restorable(reconfigured.freeze(2));
        assertThat(keyed(new Marked(1), kept).state(value(5)).value())
                .as("it is the reconfigured serializer that went on")
                .isEqualTo("x");
    }

    @Test
    @DisplayName("ST-35: keys as they are or reconfigured; never migrated")
    void keysAreJudged() throws Exception {
        KeyedStateBackend<String> reconfigured = keyed(new Marked(Marked.ADAPTS), written(5, 1));
        assertThat(reconfigured.state(value(1)).value()).isEqualTo("x");
        RestoredState kept = StateBytes.restorable(reconfigured.freeze(2));
        assertThat(keyed(new Marked(5), kept).state(value(1)).value()).isEqualTo("x");
        assertThatThrownBy(() -> keyed(new Marked(6), kept))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("operator 'Count' (uid 'c')")
                .hasMessageContaining("not where they are keys");
        assertThatThrownBy(() -> keyed(new Marked(1), kept)).isInstanceOf(StateMismatch.class);
    }

    @Test
    @DisplayName("ST-37: operator and broadcast state are judged in the same way")
    void operatorStateIsJudged() throws Exception {
        HeapOperatorStateBackend backend = operator();
        backend.getListState(new ListStateDescriptor<>("l", new Marked(5))).add("x");
        backend.getBroadcastState(
                        new MapStateDescriptor<>("b", StringSerializer.INSTANCE, new Marked(5)))
                .put("k", "y");
        RestoredState written = StateBytes.restorable(backend.freeze(1));
        for (int mark : new int[] {5, 6, Marked.ADAPTS}) {
            HeapOperatorStateBackend after = operator(written);
            assertThat(after.getListState(new ListStateDescriptor<>("l", new Marked(mark))).get())
                    .containsExactly("x");
            assertThat(
                            after.getBroadcastState(
                                            new MapStateDescriptor<>(
                                                    "b",
                                                    StringSerializer.INSTANCE,
                                                    new Marked(mark)))
                                    .get("k"))
                    .isEqualTo("y");
            RestoredState again = StateBytes.restorable(after.freeze(2));
            int now = mark == Marked.ADAPTS ? 5 : mark;
            assertThat(
                            operator(again)
                                    .getListState(new ListStateDescriptor<>("l", new Marked(now)))
                                    .get())
                    .containsExactly("x");
        }
        assertThatThrownBy(
                        () ->
                                operator(written)
                                        .getListState(
                                                new ListStateDescriptor<>("l", new Marked(4))))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("Operator state 'l' of operator 'Read' (uid 'src')");
    }

    private static HeapOperatorStateBackend operator(RestoredState... restored) throws Exception {
        return new HeapOperatorStateBackend(
                "Read",
                "src",
                new ExecutionConfig(),
                restored.length == 0
                        ? List.of()
                        : OperatorStateRedistribution.shares(List.of(List.of(restored)), 0, 1),
                0,
                1);
    }

    @Test
    @DisplayName(
            "A serializer whose snapshot could never be read is refused before anything is written")
    void unreadableSnapshotsAreRefused() throws Exception {
        TypeSerializer<String> serializer =
                new TypeSerializerSingleton<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public boolean isImmutableType() {
                        return true;
                    }

                    @Override
                    public String createInstance() {
                        return "";
                    }

                    @Override
                    public String copy(String from) {
                        return from;
                    }

                    @Override
                    public String copy(String from, String reuse) {
                        return from;
                    }

                    @Override
                    public int getLength() {
                        return -1;
                    }

                    @Override
                    public void serialize(String value, DataOutputView target) {}

                    @Override
                    public String deserialize(DataInputView source) {
                        return "";
                    }

                    @Override
                    public String deserialize(String reuse, DataInputView source) {
                        return "";
                    }

                    @Override
                    public void copy(DataInputView source, DataOutputView target) {}

                    @Override
                    public TypeSerializerSnapshot<String> snapshotConfiguration() {
                        return null;
                    }
                };
        KeyedStateBackend<String> backend = keyed(StringSerializer.INSTANCE);
        assertThatThrownBy(() -> backend.state(new ValueStateDescriptor<>("v", serializer)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("could never be restored")
                .hasMessageContaining("gives null");
    }
}
