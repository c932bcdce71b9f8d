// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.TypeHint;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValuesTest {

    private static <T> void comesBack(TypeInformation<T> type, T value) throws IOException {
        TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer.serialize(value, out);
        byte[] bytes = out.getCopyOfBuffer();
        assertThat(serializer.deserialize(new DataInputDeserializer(bytes))).isEqualTo(value);
        assertThat(serializer.copy(value)).isEqualTo(value).isNotSameAs(value);
        if (serializer.getLength() >= 0) {
            assertThat(bytes).hasSize(serializer.getLength());
        }
        DataOutputSerializer copied = new DataOutputSerializer(16);
        serializer.copy(new DataInputDeserializer(bytes), copied);
        assertThat(copied.getCopyOfBuffer()).isEqualTo(bytes);

        DataOutputSerializer snapshot = new DataOutputSerializer(16);
        TypeSerializerSnapshot.writeVersionedSnapshot(snapshot, serializer.snapshotConfiguration());
        TypeSerializerSnapshot<T> read =
                TypeSerializerSnapshot.readVersionedSnapshot(
                        new DataInputDeserializer(snapshot.getCopyOfBuffer()),
                        ValuesTest.class.getClassLoader());
        assertThat(read.restoreSerializer()).isEqualTo(serializer);
        assertThat(
                        serializer
                                .snapshotConfiguration()
                                .resolveSchemaCompatibility(read)
                                .isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void valuesComeBackFromTheirBytes() throws IOException {
        comesBack(Types.VALUE(IntValue.class), new IntValue(-7));
        comesBack(Types.VALUE(LongValue.class), new LongValue(1L << 40));
        comesBack(Types.VALUE(DoubleValue.class), new DoubleValue(-0.0));
        comesBack(Types.VALUE(FloatValue.class), new FloatValue(Float.NaN));
        comesBack(Types.VALUE(BooleanValue.class), new BooleanValue(true));
        comesBack(Types.VALUE(CharValue.class), new CharValue('\u00e4'));
        comesBack(Types.VALUE(StringValue.class), new StringValue("\u00e4\u6f22 x"));
        comesBack(Types.VALUE(Names.class), new Names(List.of(new StringValue("a"))));
    }

    /** A list of texts. */
    public static class Names extends ListValue<StringValue> {
        private static final long serialVersionUID = 1L;

        public Names() {}

        public Names(List<StringValue> names) {
            super(names);
        }
    }

    private static LinkedHashMap<String, Integer> positions() {
        LinkedHashMap<String, Integer> positions = new LinkedHashMap<>();
        positions.put("a", 0);
        positions.put("b", 1);
        positions.put("c", 2);
        return positions;
    }

    @Test
    void rowsAndEithersComeBackFromTheirBytes() throws IOException {
        comesBack(
                Types.ROW_NAMED(new String[] {"a", "b", "c"}, Types.INT, Types.STRING, Types.LONG),
                RowUtils.createRowWithNamedPositions(
                        RowKind.DELETE, new Object[] {1, null, 3L}, positions()));
        comesBack(Types.EITHER(Types.INT, Types.STRING), Either.Left(3));
        comesBack(Types.EITHER(Types.INT, Types.STRING), Either.Right("x"));
    }

    @Test
    void typesAreFoundOut() {
        assertThat(TypeInformation.of(new TypeHint<Either<Integer, String>>() {}))
                .isEqualTo(Types.EITHER(Types.INT, Types.STRING));
        assertThat(TypeInformation.of(LongValue.class)).isEqualTo(Types.VALUE(LongValue.class));
        assertThat(TypeExtractor.getForObject(Row.of(1, "x")))
                .isEqualTo(Types.ROW(Types.INT, Types.STRING));
    }

    @Test
    void rowsHaveFieldsByPositionOrByName() {
        Row row = Row.withNames();
        row.setField("b", 2);
        row.setField("a", new int[] {1});
        assertThat(row.<Integer>getFieldAs("b")).isEqualTo(2);
        assertThat(row).hasToString("+I{a=[1], b=2}");
        Row other = Row.withNames();
        other.setField("a", new int[] {1});
        other.setField("b", 2);
        assertThat(row).isEqualTo(other).hasSameHashCodeAs(other);
        assertThatThrownBy(() -> row.getField(0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Row.join(Row.of(1), Row.of(2, null))).isEqualTo(Row.of(1, 2, null));
        assertThat(Row.ofKind(RowKind.UPDATE_AFTER, 1, "x")).hasToString("+U[1, x]");
        assertThat(Either.Left(1)).isNotEqualTo(Either.Right(1));
        assertThatThrownBy(() -> Either.Left(1).right()).isInstanceOf(IllegalStateException.class);
    }

    /** The texts and numbers are those of Flink 1.20.3 for the same objects. */
    @Test
    void rowsAreShownComparedAndHashedAsInFlink() {
        LinkedHashMap<String, Integer> positions = new LinkedHashMap<>();
        positions.put("a", 0);
        positions.put("b", 1);
        Row both =
                RowUtils.createRowWithNamedPositions(
                        RowKind.UPDATE_AFTER, new Object[] {1, "x"}, positions);
        Row byPosition = Row.ofKind(RowKind.UPDATE_AFTER, 1, "x");
        Row byName = Row.withNames(RowKind.UPDATE_AFTER);
        byName.setField("b", "x");
        byName.setField("a", 1);

        assertThat(both).hasToString("+U[1, x]").isEqualTo(byPosition).isEqualTo(byName);
        assertThat(byPosition).hasToString("+U[1, x]").isNotEqualTo(byName);
        assertThat(byName).hasToString("+U{a=1, b=x}").isEqualTo(both);
        assertThat(both.hashCode()).isEqualTo(2166);
        assertThat(byPosition.hashCode()).isEqualTo(2166);
        assertThat(byName.hashCode()).isEqualTo(245);
        assertThat(Row.join(both, byPosition)).hasToString("+U[1, x, 1, x]");
        assertThat(Row.of(Map.of("k", new String[] {"z"}), List.of(new int[] {1})))
                .hasToString("+I[{k=[z]}, [[1]]]");
        assertThat(Row.of(new int[] {1}))
                .isEqualTo(Row.of(new int[] {1}))
                .isNotEqualTo(Row.of((Object) new Integer[] {1}));
        assertThat(new LongValue(-7).hashCode()).isEqualTo(49);
        assertThat(new DoubleValue(2.5).hashCode()).isEqualTo(1074003999);
        assertThat(new BooleanValue(true).hashCode()).isEqualTo(1);
    }

    @Test
    void textsCanBeChanged() throws IOException {
        StringValue text = new StringValue("hello world");
        assertThat(text.find("world")).isEqualTo(6);
        assertThat(text.substring(6).getValue()).isEqualTo("world");
        text.setLength(5);
        text.append('!').append(new StringValue("?"));
        assertThat((Object) text).hasToString("hello!?").isEqualTo(new StringValue("hello!?"));
        assertThat(text.compareTo(new StringValue("hello"))).isPositive();
    }
}
