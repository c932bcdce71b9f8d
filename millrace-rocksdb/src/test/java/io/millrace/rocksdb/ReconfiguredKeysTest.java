// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateMismatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys that a serializer derived from the program's reads and writes on, as on the heap. */
class ReconfiguredKeysTest {

    @TempDir Path directory;

    /** Writes a mark before each text, and reads no other. */
    public static final class Marked extends TypeSerializerSingleton<String> {
        private static final long serialVersionUID = 1L;
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

    /** Of marks below ten, those of the tens make do with what was there before. */
    public static final class MarkedSnapshot implements TypeSerializerSnapshot<String> {
        private int mark;

        public MarkedSnapshot() {}

        MarkedSnapshot(int mark) {
            this.mark = mark;
        }

        @Override
        public int getCurrentVersion() {
            return 1;
        }

        @Override
        public void writeSnapshot(DataOutputView out) throws IOException {
            out.writeInt(mark);
        }

        @Override
        public void readSnapshot(int readVersion, DataInputView in, ClassLoader loader)
                throws IOException {
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
            }
            return mark >= 10
                    ? TypeSerializerSchemaCompatibility.compatibleWithReconfiguredSerializer(
                            new Marked(before))
                    : TypeSerializerSchemaCompatibility.compatibleAfterMigration();
        }
    }

    private enum Form {
        NATIVE(Ground.Kind.ROCKSDB, SnapshotOrder.Form.CHECKPOINT),
        CANONICAL(Ground.Kind.ROCKSDB, SnapshotOrder.Form.CANONICAL_SAVEPOINT),
        OF_THE_HEAP(Ground.Kind.HEAP, SnapshotOrder.Form.CHECKPOINT);

        private final Ground.Kind by;
        private final SnapshotOrder.Form form;

        Form(Ground.Kind by, SnapshotOrder.Form form) {
            this.by = by;
            this.form = form;
        }
    }

    private static ValueState<Long> count(KeyedStateBackend<String> backend) throws Exception {
        return backend.state(new ValueStateDescriptor<>("count", LongSerializer.INSTANCE));
    }

    private static void at(KeyedStateBackend<String> backend, String key) {
        backend.setCurrentKey(key, key.hashCode());
    }

    @DisplayName("ST-35: keys as they are, or reconfigured; what was there is found, and goes on")
    @ParameterizedTest
    @EnumSource
    void st35(Form form) throws Exception {
        try (Ground ground = new Ground(directory)) {
            KeyedStateBackendFactory rocks = ground.factory(Ground.Kind.ROCKSDB, true, () -> 0);
            KeyedStateBackendFactory first = ground.factory(form.by, true, () -> 0);
            Ground.Taken taken;
            try (KeyedStateBackend<String> backend =
                    Ground.backend(first, new Marked(5), 0, 1, List.of())) {
                at(backend, "old");
                count(backend).update(1L);
                taken = taken(ground, backend, 1, form.form);
            }

            for (int subtask = 0; subtask < 2; subtask++) {
                try (KeyedStateBackend<String> backend =
                        Ground.backend(
                                rocks,
                                new Marked(10),
                                subtask,
                                2,
                                ground.dealt(taken, subtask, 2))) {
                    if (mine("old", subtask)) {
                        at(backend, "old");
                        assertThat(count(backend).value()).isEqualTo(1L);
                    }
                }
            }
            Ground.Taken after;
            try (KeyedStateBackend<String> backend =
                    Ground.backend(rocks, new Marked(10), 0, 1, ground.dealt(taken, 0, 1))) {
                at(backend, "old");
                count(backend).update(2L);
                at(backend, "new");
                count(backend).update(3L);
                assertThat(backend.entries("count")).isEqualTo(2);
                after = taken(ground, backend, 2, SnapshotOrder.Form.CHECKPOINT);
            }

            try (KeyedStateBackend<String> backend =
                    Ground.backend(rocks, new Marked(5), 0, 1, ground.dealt(after, 0, 1))) {
                at(backend, "old");
                assertThat(count(backend).value()).as("it went on as it lay").isEqualTo(2L);
                at(backend, "new");
                assertThat(count(backend).value()).isEqualTo(3L);
            }
            assertThatThrownBy(
                            () ->
                                    Ground.backend(
                                            rocks, new Marked(6), 0, 1, ground.dealt(after, 0, 1)))
                    .isInstanceOf(StateMismatch.class)
                    .hasMessageContaining("operator 'Count words' (uid 'count')")
                    .hasMessageContaining("not where they are keys");
        }
    }

    private static boolean mine(String key, int subtask) {
        return KeyGroups.range(subtask, 2, Ground.MAX_PARALLELISM)
                .contains(KeyGroups.keyGroup(key.hashCode(), Ground.MAX_PARALLELISM));
    }

    private static Ground.Taken taken(
            Ground ground, KeyedStateBackend<String> backend, long id, SnapshotOrder.Form form)
            throws Exception {
        SnapshotOrder order = new SnapshotOrder(id, 0, form, SnapshotOrder.ALIGNED, false);
        return new Ground.Taken(id, ground.write(order, 0, backend.freeze(order)));
    }
}
